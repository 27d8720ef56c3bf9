"""What a process knows of a race, from the database and from its players."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.live.live_race import LiveRace
from games.racing import Race, RefusedError, Run, RunState
from tests.live.test_snapshots import STORED
from tests.racing.rooms import ALICE, BOB, CHARLIE, NOW, PLAYING, running

MOVED = replace(PLAYING, moves=3, last_at=1_000)
FINISHED = replace(MOVED, moves=4, state=RunState.WON, time=2_000)


def run_of(race: Race, player: int) -> Run:
    seat = race.seat_of(player)
    assert seat is not None
    return seat.run


@pytest.fixture
def live() -> LiveRace:
    return LiveRace(running(ALICE, BOB), STORED)


def test_a_finished_run_is_news_once(live: LiveRace) -> None:
    assert live.learn(ALICE, MOVED)
    assert not live.learn(ALICE, MOVED)
    assert not live.learn(ALICE, PLAYING)
    assert run_of(live.race, ALICE) == MOVED
    assert run_of(live.race, BOB) == PLAYING


def test_the_race_is_made_once_until_a_run_moves_on(live: LiveRace) -> None:
    live.learn(ALICE, MOVED)
    race = live.race
    assert live.race is race
    live.learn(BOB, MOVED)
    assert run_of(race, BOB) != MOVED
    assert [run_of(live.race, player) for player in (ALICE, BOB)] == [MOVED, MOVED]


def test_no_action_is_possible_once_the_run_is_over(live: LiveRace) -> None:
    assert live.playing_since(ALICE, NOW + 700) == 700
    live.learn(BOB, MOVED)
    live.learn(ALICE, FINISHED)
    with pytest.raises(RefusedError) as refused:
        live.playing_since(ALICE, NOW + 700)
    assert refused.value.code == "run-over"
    assert [run_of(live.race, player) for player in (ALICE, BOB)] == [FINISHED, MOVED]
    assert not live.learn(ALICE, replace(PLAYING, moves=2))
    assert run_of(live.race, ALICE) == FINISHED


def test_without_a_seat_there_is_no_run(live: LiveRace) -> None:
    assert not live.learn(CHARLIE, MOVED)
    with pytest.raises(RefusedError):
        live.playing_since(CHARLIE, NOW)


def test_reloading_a_race_keeps_the_known_runs(live: LiveRace) -> None:
    live.learn(ALICE, MOVED)
    newer = replace(STORED, version=STORED.version + 1)
    assert live.adopt(running(ALICE, BOB), newer)
    assert live.stored is newer
    assert run_of(live.race, ALICE) == MOVED


def test_an_older_version_is_ignored(live: LiveRace) -> None:
    older = replace(STORED, version=STORED.version - 1)
    assert not live.adopt(running(ALICE), older)
    assert (live.stored, len(live.race.seats)) == (STORED, 2)


def test_a_closed_race_is_shown_as_stored(live: LiveRace) -> None:
    live.learn(ALICE, MOVED)
    closed = running(ALICE, BOB).close(NOW + 600_000)
    assert live.adopt(closed, STORED)
    assert live.race == closed
    assert not live.learn(ALICE, MOVED)
    assert live.race == closed
