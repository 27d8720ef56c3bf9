"""The places of a race."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.racing import Run, RunState, Seat
from games.racing.standings import rank_key, standings


def won(time: int, moves: int = 80) -> Run:
    return Run(RunState.WON, progress=52, moves=moves, time=time)


def ended(progress: int, at: int = 0, moves: int = 9) -> Run:
    return Run(RunState.ENDED, progress=progress, progress_at=at, moves=moves)


FORFEIT = Run(RunState.FORFEIT, progress=51, progress_at=10, moves=90)
NO_SHOW = Run(RunState.NO_SHOW, progress=4, progress_at=0)

any_run = st.one_of(
    st.builds(won, st.integers(0, 2000), st.integers(50, 52)),
    st.builds(
        Run,
        state=st.sampled_from(RunState).filter(lambda state: state is not RunState.WON),
        progress=st.integers(0, 3),
        progress_at=st.integers(0, 3),
        moves=st.integers(0, 2),
    ),
)
any_runs = st.lists(any_run, min_size=1, max_size=10)
"""Runs as they end: some without a move."""
begun_runs = any_runs.filter(
    lambda runs: any(run.has_moved or run.state is RunState.FORFEIT for run in runs)
)


def places(*runs: Run) -> list[int]:
    """Return the place of each of these runs."""
    seats = [Seat(number, number, f"Player {number}", run=run) for number, run in enumerate(runs)]
    by_number = {standing.seat.number: standing.place or 0 for standing in standings(seats)}
    return [by_number[seat.number] for seat in seats]


def test_finishers_are_placed_by_time() -> None:
    assert places(won(90_000), won(80_000), won(100_000)) == [2, 1, 3]


def test_times_tie_when_they_show_the_same_hundredth() -> None:
    assert places(won(80_009), won(80_000)) == [1, 1]
    assert places(won(80_010), won(80_009)) == [2, 1]


def test_fewer_moves_decide_between_equal_times() -> None:
    assert places(won(80_000, moves=81), won(80_009, moves=80)) == [2, 1]


def test_the_place_after_a_shared_one_is_skipped() -> None:
    assert places(won(80_000), won(80_001), won(90_000)) == [1, 1, 3]


def test_progress_places_those_who_did_not_finish() -> None:
    assert places(ended(30), ended(31), won(599_999)) == [3, 2, 1]


def test_the_first_to_reach_the_same_progress_is_placed_higher() -> None:
    assert places(ended(30, at=70_001), ended(30, at=70_000)) == [2, 1]


def test_stuck_is_no_worse_than_ended_or_still_playing() -> None:
    stuck = Run(RunState.STUCK, progress=30, progress_at=5, moves=40)
    playing = Run(RunState.PLAYING, progress=30, progress_at=5, moves=50)
    assert places(stuck, ended(30, at=5), playing) == [1, 1, 1]


def test_forfeits_come_after_all_who_stayed() -> None:
    assert places(FORFEIT, ended(0)) == [2, 1]


def test_no_shows_come_last() -> None:
    assert places(NO_SHOW, FORFEIT, ended(0)) == [3, 2, 1]


def test_no_shows_share_the_last_place() -> None:
    assert places(NO_SHOW, won(1), NO_SHOW) == [2, 1, 2]


def test_who_stays_without_a_move_is_between_who_moved_and_who_left() -> None:
    at_once = [ended(4, moves=0), Run(RunState.STUCK, progress=9)]
    left = replace(FORFEIT, moves=0)
    assert places(*at_once, NO_SHOW, left, FORFEIT, ended(0)) == [2, 2, 5, 5, 4, 1]


def test_who_plays_and_has_not_moved_yet_is_level_with_who_moved_no_card_home() -> None:
    playing = Run(RunState.PLAYING, progress=1, progress_at=0)
    assert places(playing, replace(playing, moves=3)) == [1, 1]
    left = replace(FORFEIT, moves=0)
    assert places(playing, left) == [1, 2]


def test_once_a_run_has_ended_who_has_not_moved_stands_where_the_end_would_put_them() -> None:
    absent = Run(RunState.PLAYING, progress=0, progress_at=0)
    runs = [absent, ended(0), ended(0, moves=0), FORFEIT, replace(absent, moves=1, last_at=9)]
    assert places(*runs) == [5, 1, 3, 4, 1]
    assert places(*(run.settle() for run in runs)) == [5, 1, 3, 4, 1]


def test_there_are_no_places_until_someone_moves_or_leaves() -> None:
    assert places(ended(4, moves=0), NO_SHOW, Run(RunState.PLAYING)) == [0, 0, 0]
    assert places(ended(4, moves=0), Run(RunState.FORFEIT), NO_SHOW) == [1, 2, 2]


@given(begun_runs)
def test_places_are_a_competition_ranking(runs: list[Run]) -> None:
    given_places = places(*runs)
    for place in given_places:
        assert place == 1 + sum(other < place for other in given_places)


@given(any_runs.flatmap(lambda runs: st.permutations(list(enumerate(runs)))))
def test_places_do_not_depend_on_the_seats(shuffled: list[tuple[int, Run]]) -> None:
    in_order = places(*(run for _, run in sorted(shuffled, key=lambda pair: pair[0])))
    assert places(*(run for _, run in shuffled)) == [in_order[number] for number, _ in shuffled]


@given(begun_runs)
def test_more_progress_is_never_placed_behind_less(runs: Sequence[Run]) -> None:
    unfinished = (RunState.PLAYING, RunState.STUCK, RunState.ENDED)
    ranked = [
        (place, run)
        for place, run in zip(places(*runs), runs, strict=True)
        if run.state in unfinished and run.has_moved
    ]
    for place, run in ranked:
        assert all(place < other for other, less in ranked if less.progress < run.progress)


@given(begun_runs)
def test_finishers_are_placed_before_everyone_else(runs: Sequence[Run]) -> None:
    finishers = sum(run.state is RunState.WON for run in runs)
    for place, run in zip(places(*runs), runs, strict=True):
        assert (place <= finishers) == (run.state is RunState.WON)


def test_a_voided_run_has_no_place_and_takes_none() -> None:
    seats = [
        Seat(0, 7, "Gail", void_reason="played by a program", run=won(1)),
        Seat(1, 8, "Hank", run=won(2)),
    ]
    assert [(standing.place, standing.seat) for standing in standings(seats)] == [
        (1, seats[1]),
        (None, seats[0]),
    ]


def test_no_number_of_moves_costs_a_hundredth_of_a_second() -> None:
    assert places(won(80_000, moves=10**6), won(80_010, moves=50)) == [1, 2]
    assert places(won(80_000, moves=10**6 + 1), won(80_010, moves=50)) == [1, 2]


@pytest.mark.parametrize(
    ("run", "number"),
    [
        (won(83_219, moves=91), 10_000_000_000_000 + 8_321_000_000 + 91),
        (won(0, moves=10**7), 10_000_000_000_000 + 999_999),
        (ended(30, at=70_000), 20_000_000_000_000 + (22 * 10_000_000 + 70_000) * 10_000),
        (Run(RunState.ENDED, progress=52, moves=99), 20_000_000_000_000),
        (FORFEIT, 30_000_000_000_000),
        (ended(30, moves=0), 29_999_999_999_999),
        (NO_SHOW, 40_000_000_000_000),
        (Run(), 40_000_000_000_000),
    ],
)
def test_the_stored_rank_key_stays_comparable(run: Run, number: int) -> None:
    # Leaderboards keep this number: a new way to compute it takes a migration.
    assert rank_key(run) == number
