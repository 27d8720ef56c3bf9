"""The deals of the solver's benchmarks, solved against the clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from games.engine import Board, Deal, Rules
from games.solver import Budget, Kind, solve
from games.solver.public_keys import public_key

WORDS = "benchmark/1"


class Solved(NamedTuple):
    """A verdict and the processor time that it took."""

    kind: Kind
    states: int
    seconds: float


def boards(rules: str, deals: int) -> Iterator[Board]:
    """The deals of the benchmark under some rules."""
    for number in range(deals):
        yield Board(Rules.parse(rules), Deal.from_key(public_key(WORDS, number)))


def timed(board: Board, seconds: float) -> Solved:
    """Solve one deal within that much processor time, more or less."""
    began = time.process_time()
    late: Callable[[], bool] = lambda: time.process_time() - began > seconds  # noqa: E731
    verdict = solve(board, Budget(states=1 << 40), cancelled=late)
    return Solved(verdict.kind, verdict.states, time.process_time() - began)
