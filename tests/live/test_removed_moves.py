"""A race whose moves were removed for their age, as those who open its page are told of it."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.models import Player, Race
from tests.live.process import Process
from tests.live.process import process as process
from tests.models.old_races import removed
from tests.models.stored_races import won_race
from tests.players import alice as alice
from tests.players import bob as bob

pytestmark = pytest.mark.django_db(transaction=True)


@database_sync_to_async
def old_race(alice: Player, bob: Player) -> Race:
    """Store a race that Alice won before Bob stopped, without its moves."""
    return removed(won_race(alice, bob))


async def test_a_page_gets_the_result_and_no_board_that_was_never_the_last(
    process: Process, alice: Player, bob: Player
) -> None:
    race = await old_race(alice, bob)
    for player in (alice, None):
        tab = await process.tab(race.code, player)
        frame = await tab.race(state="over")
        assert [seat["place"] for seat in frame["seats"]] == [1, 2]
        await tab.send(t="sync")
        await tab.race(state="over")
        await tab.quiet()
        assert not [frame for frame in tab.frames if frame["t"] == "board"]


async def test_nobody_moves_in_it(process: Process, alice: Player, bob: Player) -> None:
    race = await old_race(alice, bob)
    tab = await process.tab(race.code, alice)
    await tab.race(state="over")
    await tab.send(t="act", n=1, a="deal")
    await tab.refused("race-over")
