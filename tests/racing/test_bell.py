"""When the bell rings."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.racing import Bell, BellReason, Run, RunState

ZERO = 1_700_000_000_000
LIMIT = 600_000
MINUTE = 60_000

runs = st.lists(
    st.builds(Run)
    | st.integers(0, LIMIT).map(lambda time: Run(RunState.WON, progress=52, time=time)),
    max_size=10,
)


def won(time: int) -> Run:
    return Run(RunState.WON, progress=52, time=time)


def test_it_rings_at_the_limit_when_no_one_finishes() -> None:
    assert Bell.of(ZERO, LIMIT, [Run(), Run()]) == Bell(ZERO + LIMIT, BellReason.LIMIT)


def test_a_quick_finish_leaves_the_others_a_minute() -> None:
    bell = Bell.of(ZERO, LIMIT, [Run(), won(30_000)])
    assert bell == Bell(ZERO + 30_000 + MINUTE, BellReason.FINISH)


def test_a_slow_finish_leaves_the_others_half_its_time() -> None:
    bell = Bell.of(ZERO, LIMIT, [won(200_000), Run()])
    assert bell == Bell(ZERO + 300_000, BellReason.FINISH)


def test_the_first_finish_counts() -> None:
    bell = Bell.of(ZERO, LIMIT, [won(200_000), won(210_000), Run()])
    assert bell.at == ZERO + 300_000


def test_a_finish_never_moves_the_end_past_the_limit() -> None:
    assert Bell.of(ZERO, LIMIT, [won(400_002)]) == Bell(ZERO + LIMIT, BellReason.LIMIT)
    assert Bell.of(ZERO, LIMIT, [won(400_000)]) == Bell(ZERO + LIMIT, BellReason.LIMIT)
    assert Bell.of(ZERO, LIMIT, [won(399_998)]) == Bell(ZERO + 599_997, BellReason.FINISH)


def test_the_half_of_an_odd_time_is_rounded_down() -> None:
    assert Bell.of(ZERO, LIMIT, [won(200_001)]).at == ZERO + 300_001


@given(runs, st.integers(0, LIMIT))
def test_a_later_finish_never_delays_the_bell(finished: list[Run], time: int) -> None:
    before = Bell.of(ZERO, LIMIT, finished)
    assert Bell.of(ZERO, LIMIT, [*finished, won(time)]).at <= before.at


@given(runs)
def test_the_others_have_at_least_a_minute_or_the_rest_of_the_limit(finished: list[Run]) -> None:
    bell = Bell.of(ZERO, LIMIT, finished)
    first = min((run.time for run in finished if run.time is not None), default=LIMIT)
    assert ZERO + min(LIMIT, first + MINUTE) <= bell.at <= ZERO + LIMIT
