"""What decided a race."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.racing import Decision, Run, RunState, Seat, decision, standings


def won(time: int, moves: int = 80) -> Run:
    return Run(RunState.WON, progress=52, progress_at=time, moves=moves, time=time)


def ended(progress: int, at: int, moves: int = 9) -> Run:
    return Run(RunState.ENDED, progress=progress, progress_at=at, moves=moves)


LEFT = Run(RunState.FORFEIT, progress=51, progress_at=10, moves=90)
IDLE = Run(RunState.NO_SHOW, progress=0, progress_at=0)
STILL = ended(0, 0)
AT_ONCE = ended(0, 0, moves=0)
AWAY = replace(LEFT, moves=0)


def decided(*runs: Run) -> Decision | None:
    """Return what decides between these runs."""
    seats = [Seat(number, number, f"Player {number}", run=run) for number, run in enumerate(runs)]
    return decision(standings(seats))


@pytest.mark.parametrize(
    ("runs", "found"),
    [
        ([won(80_000), won(80_010)], Decision.TIME),
        ([won(80_000), ended(51, 9)], Decision.TIME),
        ([won(80_000), LEFT, IDLE], Decision.TIME),
        ([won(80_009, moves=81), won(80_000)], Decision.MOVES),
        ([won(80_009), won(80_000)], Decision.SHARED),
        ([ended(9, 700), ended(4, 600), LEFT], Decision.CARDS),
        ([ended(1, 700), STILL], Decision.CARDS),
        ([ended(9, 700), ended(9, 600), ended(4, 1)], Decision.SOONER),
        ([ended(9, 600), ended(9, 600)], Decision.SHARED),
        ([STILL, LEFT], Decision.LEFT),
        ([ended(9, 600), LEFT, IDLE], Decision.LEFT),
        ([ended(1, 5), IDLE], Decision.LEFT),
        ([STILL, STILL, LEFT], Decision.NOTHING),
        ([LEFT, LEFT], Decision.NOBODY),
        ([LEFT, IDLE], Decision.LEFT),
        ([IDLE, IDLE], Decision.NOBODY),
        ([AT_ONCE, IDLE], Decision.NOBODY),
        ([AT_ONCE, AT_ONCE, LEFT], Decision.NOTHING),
        ([AWAY, AT_ONCE], Decision.LEFT),
        ([AWAY, IDLE], Decision.NOBODY),
        ([AT_ONCE, AT_ONCE], Decision.NOBODY),
        ([AT_ONCE, LEFT], Decision.LEFT),
        ([ended(1, 5), AT_ONCE], Decision.LEFT),
        ([STILL, AT_ONCE], Decision.LEFT),
        ([won(80_000)], None),
    ],
)
def test_a_race_is_decided_by_what_told_its_first_from_the_others(
    runs: list[Run], found: Decision | None
) -> None:
    assert decided(*runs) is found
    assert decided(*reversed(runs)) is found


def test_a_run_that_doesn_t_count_decides_nothing() -> None:
    void = Seat(1, 1, "Bob", run=won(1_000), void_reason="slip")
    alice = Seat(0, 0, "Alice", run=ended(9, 600))
    assert decision(standings([alice, void])) is Decision.CARDS
    assert decision(standings([Seat(0, 0, "Alice", run=STILL), void])) is Decision.NOTHING
    assert decision(standings([void, Seat(0, 0, "Alice", void_reason="slip")])) is None
