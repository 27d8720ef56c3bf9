"""Who may act, and how a race ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.racing import Kind, RaceState, RefusedError, Run, RunState
from tests.racing.rooms import ALICE, BOB, CHARLIE, NOW, PLAYING, counting, room, running, won

LIMIT = 600_000


def test_a_seated_player_may_act_in_a_running_race() -> None:
    assert running(ALICE, BOB).playing(BOB, NOW).player == BOB


def test_no_one_may_act_before_the_start() -> None:
    with pytest.raises(RefusedError, match="not-started"):
        counting(ALICE, BOB).playing(ALICE, NOW + 4999)
    with pytest.raises(RefusedError, match="not-started"):
        room(ALICE, BOB).playing(ALICE, NOW)


def test_a_spectator_may_not_act() -> None:
    with pytest.raises(RefusedError, match="not-seated"):
        running(ALICE, BOB).playing(CHARLIE, NOW)


def test_a_player_who_is_done_may_not_act() -> None:
    race = running(ALICE, BOB).with_run(ALICE, won(50_000))
    with pytest.raises(RefusedError, match="run-over"):
        race.playing(ALICE, NOW + 50_001)


def test_no_one_may_act_after_the_bell() -> None:
    with pytest.raises(RefusedError, match="race-over"):
        running(ALICE, BOB).playing(ALICE, NOW + LIMIT)


def test_a_race_has_no_bell_before_its_countdown() -> None:
    assert room(ALICE, BOB).bell() is None


def test_a_race_is_over_at_its_limit() -> None:
    race = running(ALICE, BOB)
    assert race.state(NOW + LIMIT - 1) is RaceState.RUNNING
    assert race.state(NOW + LIMIT) is RaceState.OVER


def test_a_race_is_over_a_minute_after_a_quick_finish() -> None:
    race = running(ALICE, BOB).with_run(ALICE, won(30_000))
    assert race.state(NOW + 89_999) is RaceState.RUNNING
    assert race.state(NOW + 90_000) is RaceState.OVER


def test_a_race_is_over_when_all_are_done() -> None:
    race = running(ALICE, BOB).with_run(ALICE, won(30_000)).with_run(BOB, PLAYING.end(40_000))
    assert race.state(NOW + 40_000) is RaceState.OVER


def test_a_solo_race_is_over_with_its_only_run() -> None:
    race = room(ALICE, kind=Kind.SOLO).start(ALICE, NOW - 5000).with_run(ALICE, won(30_000))
    assert race.is_done(NOW + 30_000)


def test_a_race_that_is_not_over_cannot_be_closed() -> None:
    with pytest.raises(RefusedError, match="not-over"):
        running(ALICE, BOB).close(NOW + LIMIT - 1)
    with pytest.raises(RefusedError, match="not-over"):
        room(ALICE, BOB).close(NOW + LIMIT)


def test_the_close_settles_runs_that_are_still_open() -> None:
    acted = PLAYING.undo(20_000)
    race = running(ALICE, BOB, CHARLIE).with_run(ALICE, acted).close(NOW + LIMIT)
    states = [seat.run.state for seat in race.seats]
    assert states == [RunState.ENDED, RunState.NO_SHOW, RunState.NO_SHOW]


def test_the_close_changes_no_run_that_is_done() -> None:
    race = running(ALICE, BOB).with_run(ALICE, won(30_000)).with_run(BOB, PLAYING.forfeit(1))
    assert race.close(NOW + 30_000).seats == race.seats


def test_a_race_ends_at_its_bell_however_late_it_is_closed() -> None:
    race = running(ALICE, BOB).with_run(ALICE, won(30_000)).close(NOW + 24 * LIMIT)
    assert (race.closed_at, race.lasted) == (NOW + 90_000, 90_000)


def test_a_race_ends_with_its_last_action_once_all_are_done() -> None:
    race = running(ALICE, BOB).with_run(ALICE, won(30_000)).with_run(BOB, PLAYING.end(40_000))
    assert race.close(NOW + 24 * LIMIT).closed_at == NOW + 40_000


def test_closing_twice_changes_nothing() -> None:
    race = running(ALICE, BOB).close(NOW + LIMIT)
    assert race.close(NOW + 2 * LIMIT) == race


def test_the_elapsed_time_starts_at_zero_and_stops_at_the_end() -> None:
    race = running(ALICE, BOB)
    assert race.elapsed(NOW - 1) is None
    assert race.elapsed(NOW + 1234) == 1234
    assert race.close(NOW + LIMIT).elapsed(NOW + 2 * LIMIT) == LIMIT


def test_standings_place_every_seat() -> None:
    race = running(ALICE, BOB, CHARLIE).with_run(BOB, won(30_000)).close(NOW + LIMIT)
    placed = [(standing.place, standing.seat.player) for standing in race.standings()]
    assert placed == [(1, BOB), (2, ALICE), (2, CHARLIE)]


def test_a_race_stuck_for_all_ends_when_it_starts() -> None:
    stuck = Run(RunState.STUCK, progress=4, progress_at=0)
    race = running(ALICE, BOB).with_runs({ALICE: stuck, BOB: stuck}).close(NOW)
    assert race.closed_at == race.starts_at == NOW


def test_several_runs_are_replaced_at_once() -> None:
    race = running(ALICE, BOB, CHARLIE).with_runs({ALICE: won(1), CHARLIE: won(2)})
    assert [seat.run for seat in race.seats] == [won(1), PLAYING, won(2)]
    assert [seat.player for seat in race.seats] == [ALICE, BOB, CHARLIE]


def test_a_race_has_lasted_once_it_is_closed() -> None:
    assert room(ALICE, BOB).lasted == 0
    race = running(ALICE, BOB)
    assert race.lasted == 0
    assert race.close(NOW + LIMIT).lasted == LIMIT


def test_the_time_of_a_race_is_none_before_zero_and_fixed_after_the_end() -> None:
    race = counting(ALICE, BOB)
    assert race.elapsed(NOW + 4_999) is None
    assert race.elapsed(NOW + 5_000) == 0
    closed = running(ALICE, BOB).close(NOW + LIMIT)
    assert closed.elapsed(NOW + 2 * LIMIT) == LIMIT


def test_a_race_that_is_stored_as_closed_is_over_whatever_its_runs_say() -> None:
    race = replace(running(ALICE, BOB), closed_at=NOW + 1)
    assert race.is_done(NOW)
    assert race.state(NOW) is RaceState.OVER
