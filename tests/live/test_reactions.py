"""Reactions reach everyone at a race, at every process, and no one too often."""

from __future__ import annotations

import pytest

from games.models import Player
from tests.live.awaited_races import begun, opened
from tests.live.conftest import Sites, Visit
from tests.live.process import Process
from tests.live.process import process as process
from tests.players import alice as alice
from tests.players import bob as bob


@pytest.mark.django_db(transaction=True)
async def test_players_and_spectators_see_a_reaction(
    process: Process, alice: Player, bob: Player
) -> None:
    race = await opened(alice, bob)
    tabs = [await process.tab(race.code, player) for player in (alice, bob, None)]
    for tab in tabs:
        await tab.race()
    await tabs[1].send(t="react", r="good-luck")
    for tab in tabs:
        assert await tab.until("reaction") == {"t": "reaction", "seat": 1, "r": "good-luck"}


@pytest.mark.django_db(transaction=True)
async def test_a_second_reaction_waits_two_seconds_and_is_told_how_long(
    process: Process, alice: Player
) -> None:
    tab = await process.tab((await opened(alice)).code, alice)
    await tab.send(t="react", r="nice")
    await tab.until("reaction")
    process.now += 500
    await tab.send(t="react", r="wow")
    refused = await tab.refused("too-fast")
    assert refused["retry_after"] == 1_500
    assert refused["detail"] == "You can react once every two seconds."
    process.now += 1_500
    await tab.send(t="react", r="wow")
    assert (await tab.until("reaction"))["r"] == "wow"


@pytest.mark.django_db(transaction=True)
async def test_who_still_plays_and_who_only_watches_are_refused(
    process: Process, alice: Player, bob: Player
) -> None:
    race = await begun(alice, bob)
    player, watcher = await process.tab(race.code, alice), await process.tab(race.code)
    await player.send(t="react", r="ouch")
    await player.refused("still-playing")
    await watcher.send(t="react", r="ouch")
    await watcher.refused("not-seated")
    await player.send(t="end")
    await player.race()
    await player.send(t="react", r="ouch")
    assert (await watcher.until("reaction"))["seat"] == 0


@pytest.mark.django_db(transaction=True)
async def test_there_are_six_and_nothing_is_typed(process: Process, alice: Player) -> None:
    tab = await process.tab((await opened(alice)).code, alice)
    await tab.send(t="react", r="<b>boo</b>")
    refused = await tab.refused("bad-message")
    assert "`r`" in refused["detail"]


@pytest.mark.needs_postgres
@pytest.mark.needs_redis
def test_other_processes_show_it_and_two_tabs_react_no_faster(sites: Sites, visit: Visit) -> None:
    site = sites("postgres")
    alice, bob = visit(site.urls[0]), visit(site.urls[1])
    code = alice.open_race("applegate")
    alice.connect(code)
    bob.sit_ready(code)
    bob.race(you=1)
    other = alice.again_at(site.urls[1])
    other.connect(code)
    other.race(you=0)
    alice.send(t="react", r="nice")
    shown = {"t": "reaction", "seat": 0, "r": "nice"}
    assert bob.receive_until(lambda frame: frame["t"] == "reaction") == shown
    other.send(t="react", r="wow")
    assert other.refusal()["code"] == "too-fast"
    other.close()
