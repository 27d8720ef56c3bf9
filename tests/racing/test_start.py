"""From ready to the start."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.racing import Kind, Race, RaceState, RefusedError
from tests.racing.rooms import ALICE, BOB, CHARLIE, NOW, counting, room, running


def ready(race: Race, *players: int) -> Race:
    for player in players:
        race = race.set_ready(player, True, NOW)
    return race


def test_a_race_is_open_until_a_countdown_begins() -> None:
    race = ready(room(ALICE, BOB), ALICE)
    assert race.state(NOW) is RaceState.OPEN


def test_the_countdown_begins_when_all_are_ready() -> None:
    race = ready(room(ALICE, BOB), ALICE, BOB)
    assert (race.state(NOW), race.starts_at) == (RaceState.COUNTDOWN, NOW + 5000)


def test_the_race_runs_from_its_start_and_not_a_millisecond_earlier() -> None:
    race = counting(ALICE, BOB)
    assert race.state(NOW + 4999) is RaceState.COUNTDOWN
    assert race.state(NOW + 5000) is RaceState.RUNNING


def test_one_player_alone_waits_for_another() -> None:
    assert ready(room(ALICE), ALICE).starts_at is None


def test_a_practice_starts_at_once() -> None:
    race = room(ALICE, kind=Kind.SOLO).start(ALICE, NOW)
    assert (race.starts_at, race.state(NOW)) == (NOW, RaceState.RUNNING)


def test_being_ready_twice_does_not_delay_the_start() -> None:
    race = ready(room(ALICE, BOB), ALICE, BOB)
    assert race.set_ready(BOB, True, NOW + 1000) == race


def test_unreadying_stops_the_countdown() -> None:
    race = ready(room(ALICE, BOB), ALICE, BOB).set_ready(BOB, False, NOW + 1000)
    assert race.state(NOW + 1000) is RaceState.OPEN


def test_a_countdown_cannot_be_stopped_within_the_cut_off() -> None:
    with pytest.raises(RefusedError, match="starting"):
        counting(ALICE, BOB).set_ready(BOB, False, NOW + 4501)


def test_the_host_can_start_without_waiting_for_anyone() -> None:
    assert room(ALICE, BOB).start(ALICE, NOW).starts_at == NOW + 5000
    assert room(ALICE).start(ALICE, NOW).starts_at == NOW + 5000


def test_only_the_host_can_start() -> None:
    with pytest.raises(RefusedError, match="not-host"):
        room(ALICE, BOB).start(BOB, NOW)


def test_starting_twice_does_not_delay_the_start() -> None:
    race = counting(ALICE, BOB)
    assert race.start(ALICE, NOW + 1000) == race


def test_a_host_can_set_the_countdown() -> None:
    race = replace(room(ALICE, BOB), countdown=60_000)
    assert race.start(ALICE, NOW).starts_at == NOW + 60_000


@pytest.mark.parametrize("countdown", [2_999, 60_001])
def test_a_countdown_lasts_from_3_to_60_seconds(countdown: int) -> None:
    with pytest.raises(RefusedError, match="bad-countdown"):
        replace(room(ALICE), countdown=countdown)


@pytest.mark.parametrize("limit", [119_999, 3_600_001])
def test_a_race_lasts_from_2_to_60_minutes(limit: int) -> None:
    with pytest.raises(RefusedError, match="bad-limit"):
        replace(room(ALICE), limit=limit)


def test_a_spectator_can_neither_be_ready_nor_start() -> None:
    with pytest.raises(RefusedError, match="not-seated"):
        room(ALICE, BOB).set_ready(CHARLIE, True, NOW)
    with pytest.raises(RefusedError, match="not-seated"):
        room(ALICE, BOB).start(CHARLIE, NOW)


def test_a_running_race_is_not_started_again() -> None:
    with pytest.raises(RefusedError, match="already-started"):
        running(ALICE, BOB).start(ALICE, NOW)
    with pytest.raises(RefusedError, match="already-started"):
        running(ALICE, BOB).set_ready(BOB, False, NOW)


@pytest.mark.parametrize("countdown", [3_000, 60_000])
def test_the_bounds_of_a_countdown_are_allowed(countdown: int) -> None:
    assert replace(room(ALICE), countdown=countdown).countdown == countdown


@pytest.mark.parametrize("limit", [2 * 60_000, 60 * 60_000])
def test_the_bounds_of_a_limit_are_allowed(limit: int) -> None:
    assert replace(room(ALICE), limit=limit).limit == limit


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind.is_alone])
def test_the_only_player_of_a_solitary_race_starts_it_by_being_ready(kind: Kind) -> None:
    assert ready(room(ALICE, kind=kind), ALICE).starts_at is not None


def test_a_daily_attempt_may_start_until_the_last_instant_of_its_day() -> None:
    race = replace(room(ALICE, kind=Kind.DAILY), start_by=NOW + 5_000)
    assert race.start(ALICE, NOW).starts_at == NOW + 5_000
    with pytest.raises(RefusedError, match="too-late"):
        race.start(ALICE, NOW + 1)
