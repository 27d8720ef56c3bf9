"""Reloads, second tabs, other processes and crashes lose no acknowledged action."""

from __future__ import annotations

import pytest

from tests.live.conftest import Running, Sites, Visit
from tests.processes import BACKENDS, Launch, Site
from tests.stores import Backend


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_reload_in_the_middle_resumes(sites: Sites, running: Running, backend: Backend) -> None:
    known, code, racers = running(sites(backend), "agnes-sorel")
    alice = racers[0]
    last = alice.play(known.moves[:9])
    alice.close()
    alice.connect(code)
    resumed = alice.board(0)
    assert (resumed["n"], resumed["board"]) == (9, last["board"])
    assert alice.play(known.moves[9:], first=10)["board"]["outcome"] == "won"


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_second_tab_follows_and_may_take_over(
    sites: Sites, running: Running, backend: Backend
) -> None:
    site = sites(backend)
    known, code, racers = running(site, "beleaguered-castle")
    alice = racers[0]
    # The other tab is at the other process, if there is one.
    tab = alice.again_at(site.urls[-1])
    tab.connect(code)
    tab.board(0)
    alice.play(known.moves[:4])
    assert tab.board(4)["n"] == 4
    tab.play(known.moves[4:8], first=5)
    assert alice.board(8)["n"] == 8
    tab.close()


@pytest.mark.parametrize("backend", BACKENDS)
def test_when_two_tabs_compete_one_wins_each_number(
    sites: Sites, running: Running, backend: Backend
) -> None:
    site = sites(backend)
    known, code, racers = running(site, "beleaguered-castle")
    tabs = [racers[0], racers[0].again_at(site.urls[-1])]
    tabs[1].connect(code)
    tabs[1].board(0)
    for number, move in enumerate(known.moves[:20], 1):
        for tab in tabs:
            tab.send(t="act", n=number, a=move)
        for tab in tabs:
            assert tab.board(number)["n"] >= number
    tabs[1].close()


def test_a_killed_server_loses_no_acknowledged_move(launch: Launch, running: Running) -> None:
    site = launch()
    known, code, racers = running(site, "agnes-bernauer")
    alice, bob = racers
    last = alice.play(known.moves[:10])
    bob.play(known.moves[:3])
    alice.send(t="act", n=11, a=known.moves[10])
    site.kill(0)
    site.restart(0)
    for racer in racers:
        racer.connect(code)
    resumed = alice.board(0)
    assert resumed["n"] in (10, 11)
    if resumed["n"] == 10:
        assert resumed["board"] == last["board"]
    first = resumed["n"] + 1
    assert alice.play(known.moves[first - 1 :], first=first)["board"]["outcome"] == "won"
    assert bob.board(0)["n"] == 3
    bob.play(known.moves[3:6], first=4)
    bob.send(t="end")
    over = alice.race(state="over")
    assert [seat["place"] for seat in over["seats"]] == [1, 2]


def test_a_player_without_a_socket_is_shown_as_away(site: Site, running: Running) -> None:
    known, code, (alice, bob) = running(site, "beleaguered-castle")
    assert not alice.race()["seats"][1]["away"]
    bob.close()
    seen = alice.seat(1, away=True)
    assert seen["seats"][1]["state"] == "playing"
    bob.connect(code)
    alice.seat(1, away=False)
    assert bob.act(1, known.moves[0])["n"] == 1


def test_a_race_that_ended_with_no_one_there_is_settled(
    launch: Launch, running: Running, visit: Visit
) -> None:
    site = launch()
    known, code, (alice, _bob) = running(site, "beleaguered-castle")
    alice.play(known.moves[:2])
    site.kill(0)
    an_hour_passes = (
        "from datetime import timedelta; from django.db.models import F; "
        "from games.models import Race; from tests.guards import unguarded\n"
        "with unguarded(): Race.objects.update(starts_at=F('starts_at') - timedelta(hours=1))"
    )
    site.manage("shell", "-c", an_hour_passes)
    site.restart(0)
    watcher = visit(site.urls[0])
    watcher.connect(code)
    over = watcher.race(state="over")
    assert over["deal"] == known.deal
    assert over["elapsed"] == 600_000
    assert [seat["state"] for seat in over["seats"]] == ["ended", "no-show"]
    assert [seat["place"] for seat in over["seats"]] == [1, 2]
