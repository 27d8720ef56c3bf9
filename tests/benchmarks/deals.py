"""The deals of the solver's benchmarks, and solving them within a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from games.engine import Board, Deal, Rules
from games.solver import Budget, VerdictKind, solve
from games.solver.public_keys import public_key

WORDS = "benchmark/1"


class Solved(NamedTuple):
    """A verdict and the processor time it took, in seconds."""

    kind: VerdictKind
    states: int
    seconds: float


def boards(rules: str, deals: int) -> Iterator[Board]:
    """Yield the benchmark's deals under some rules."""
    for number in range(deals):
        yield Board(Rules.parse(rules), Deal.from_key(public_key(WORDS, number)))


def timed(board: Board, seconds: float) -> Solved:
    """Solve one deal within about so many seconds of processor time."""
    began = time.process_time()
    late: Callable[[], bool] = lambda: time.process_time() - began > seconds  # noqa: E731
    verdict = solve(board, Budget(states=1 << 40), cancelled=late)
    return Solved(verdict.kind, verdict.states, time.process_time() - began)
