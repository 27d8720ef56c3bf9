"""A match goes on though a friend reloads and a process is killed."""

from __future__ import annotations

import json

import pytest

from tests.live.conftest import Visit
from tests.live.racer import Frame, Racer
from tests.processes import BACKENDS, Launch, Site
from tests.stores import Backend

TERMS = {"shown": "agnes-sorel", "preset": "standard", "difficulty": "", "limit": "10"}

SOONER = """
from datetime import timedelta
from django.utils import timezone
from games.models import Race
races = Race.objects.filter(code={code!r}, starts_at__isnull=False)
soon = timezone.now().replace(microsecond=0) + timedelta(seconds=3)
assert races.update(starts_at=soon) == 1
races.renew()
"""
"""Brings the start of a match's next race closer: nobody waits twenty seconds."""


def site_of(launch: Launch, backend: Backend) -> Site:
    return launch(backend, processes=1 if backend == "sqlite" else 2)


def open_match(host: Racer, target: str) -> str:
    """Open a race as the first of a match, and return its code."""
    code = host.open_race("agnes-sorel/standard")
    host.post(f"/race/{code}/terms/", game="agnes-sorel", countdown="3", match=target, **TERMS)
    return code


def win(winner: Racer, *losers: Racer) -> Frame:
    """End a race at once: who leaves it is behind who stays; return how it ended."""
    for racer in (winner, *losers):
        racer.board(0)
    for racer in losers:
        racer.send(t="leave")
    winner.send(t="end")
    return winner.race(state="over")


def go_on(*racers: Racer) -> str:
    """Let all ask for the next race, be ready in it, and return its code."""
    for racer in racers:
        racer.send(t="rematch")
    codes = {
        racer.receive_until(lambda f: f["t"] == "race" and f["next"])["next"] for racer in racers
    }
    (code,) = codes
    for racer in racers:
        racer.connect(code)
    return str(code)


def score(over: Frame) -> list[float]:
    return [player["wins"] for player in over["match"]["players"]]


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_match_of_five_survives_a_reload_and_a_killed_process(
    launch: Launch, visit: Visit, backend: Backend
) -> None:
    site = site_of(launch, backend)
    alice, bob = visit(site.urls[0]), visit(site.urls[-1])
    code = open_match(alice, "3")
    for racer in (alice, bob):
        racer.sit_ready(code)
    assert score(win(alice, bob)) == [1, 0]
    # Both press at once: there is one next race.
    code = go_on(alice, bob)
    bob.board(0)
    bob.connect(code)
    assert score(win(bob, alice)) == [1, 1]
    code = go_on(alice, bob)
    alice.board(0)
    site.kill(0)
    site.restart(0)
    for racer in (alice, bob):
        racer.connect(code)
    assert score(win(alice, bob)) == [2, 1]
    go_on(bob, alice)
    assert score(win(bob, alice)) == [2, 2]
    go_on(bob, alice)
    over = win(alice, bob)
    assert (score(over), over["match"]["state"], over["match"]["number"]) == ([3, 2], "won", 5)
    told = json.loads(bob.get(f"/api/v1/matches/{over['match']['code']}"))
    assert [player["wins"] for player in told["players"]] == [3, 2]
    assert len(told["races"]) == 5


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_next_race_starts_without_who_is_away_and_the_process_that_knew(
    launch: Launch, visit: Visit, backend: Backend
) -> None:
    site = site_of(launch, backend)
    alice, bob, charlie = (visit(site.urls[n % len(site.urls)]) for n in range(3))
    code = open_match(alice, "3")
    for racer in (alice, bob, charlie):
        racer.sit_ready(code)
    win(alice, bob, charlie)
    charlie.close()
    code = go_on(alice, bob)
    starts_in = bob.receive_until(lambda f: f["t"] == "race" and f["starts_in"])["starts_in"]
    # Twenty seconds, and the countdown.
    assert 15_000 < starts_in <= 23_000
    site.kill(0)
    site.manage("shell", "--no-imports", "--command", SOONER.format(code=code))
    site.restart(0)
    for racer in (alice, bob):
        racer.connect(code)
    over = win(bob, alice)
    raced = [seat["state"] for seat in over["seats"] if seat["state"] != "no-show"]
    assert sorted(raced) == ["ended", "forfeit"]
    assert sum(score(over)) == 2
