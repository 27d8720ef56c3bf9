"""What a table of a round shows to those who race the same deal at another table."""

from __future__ import annotations

import pytest
from channels.db import database_sync_to_async

from games.engine.diagram import HIDDEN
from games.models import Entry, Player, Round
from games.models.database.instants import to_ms
from games.models.races.event_plan import plan_event
from games.models.races.event_players import join_event
from games.racing import boards_delay
from tests.clocks import at
from tests.live.process import Frame, Process
from tests.live.process import process as process
from tests.models import events
from tests.models.stored_races import NOW
from tests.players import alice as alice

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = 11
"""As many sit at two tables."""


@database_sync_to_async
def begun(organiser: Player) -> tuple[Round, dict[str, list[Player]]]:
    """Return a round of five minutes that has just begun, and who sits at which table."""
    events.stock()
    terms = events.terms(limit=5 * events.MINUTE)
    event = plan_event(organiser, terms, at(NOW))
    for number in range(PLAYERS):
        join_event(event, Player.objects.create_user(f"player{number}"), at(NOW))
    events.begin(event, 1)
    seats: dict[str, list[Player]] = {}
    for entry in Entry.objects.select_related("race", "player").order_by("race", "seat"):
        seats.setdefault(entry.race.code, []).append(entry.player)
    return events.round_of(event, 1), seats


def boards(frames: list[Frame]) -> list[Frame]:
    return [frame for frame in frames if frame["t"] == "board"]


def face_up(frame: Frame) -> set[str]:
    piles: dict[str, str] = frame["board"]["piles"]
    return {card for pile in piles.values() for card in pile.split()} - {HIDDEN}


async def test_a_table_tells_nothing_that_players_at_another_have_yet_to_turn_up(
    process: Process, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.late_boards.SHOW_EVERY", 0.05)
    one, seats = await begun(alice)
    (here, players), (_, others) = seats.items()
    process.now = to_ms(one.starts_at) + 1_000
    tabs = [await process.tab(here, player) for player in players]
    dealt = face_up(await tabs[0].board(0))
    turned = face_up(await tabs[0].play("deal")) - dealt
    assert len(turned) == 7
    for seat, tab in enumerate(tabs):
        await tab.send(t="end")
        await tab.until("board", seat=seat, n=2 if seat == 0 else 1)
    stranger, rival = await process.tab(here), await process.tab(here, others[0])
    process.now += boards_delay(5 * events.MINUTE)
    # All runs of this table are over, and those of the other aren't.
    assert face_up(await stranger.board(2)) == dealt
    assert face_up(await tabs[1].board(2)) == dealt
    assert boards(await rival.quiet()) == []

    process.now = to_ms(one.ends_at) + 1_000
    late = await process.tab(here, others[0])
    assert face_up(await late.board(2)) == dealt | turned
