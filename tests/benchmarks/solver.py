"""How fast the solver is, and on what: `python -m tests.benchmarks.solver [--deals N]`.

Times are processor time of one core, so that a busy machine changes them little. Peers that are
installed are measured on the same deals: fc-solve (Debian) and quagnes (PyPI).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import NamedTuple

from games.engine import GAMES, Board, Deal, Rules
from games.solver import Budget, Kind, solve
from games.solver.compiled import COMPILED, numbers
from games.solver.depth_first import DepthFirst
from games.solver.position import encode
from games.solver.public_keys import public_key
from games.solver.rulebook import encode_rules
from games.solver.search import warm_up

WORDS = "benchmark/1"
COLD = """
import time; began = time.perf_counter()
from games.engine import Board, Deal, Rules
from games.solver import solve
solve(Board(Rules.parse("beleaguered-castle"), Deal.from_key(b"1")))
print(time.perf_counter() - began)
"""


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


def rate(rules: str, states: int) -> float:
    """States that the sound search visits in a second, over some deals."""
    visited, spent = 0, 0.0
    for board in boards(rules, 10):
        book = encode_rules(board)
        search = DepthFirst(book, encode(board, book), numbers(0))
        began = time.process_time()
        search.run(states)
        spent += time.process_time() - began
        visited += search.states
    return visited / spent


def row(rules: str, deals: int, seconds: float) -> str:
    """A line of the table."""
    warm_up(next(boards(rules, 1)))
    solved = [timed(board, seconds) for board in boards(rules, deals)]
    decided = sum(each.kind is not Kind.UNKNOWN for each in solved)
    wins = [each.seconds for each in solved if each.kind is Kind.WINNABLE]
    return (
        f"| {rules} | {rate(rules, 500_000 if COMPILED else 2_000):,.0f} | "
        f"{100 * len(wins) / deals:.1f} % | {100 * decided / deals:.1f} % | "
        f"{1000 * median(wins or [0]):.1f} | {sum(each.seconds for each in solved):.1f} |"
    )


def cold_start() -> float:
    """Seconds from import to the first verdict in a new process."""
    run = [sys.executable, "-c", COLD]
    return min(float(subprocess.run(run, check=True, capture_output=True).stdout) for _ in "123")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="*", default=[f"{game}/standard" for game in GAMES])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=5.0)
    chosen = parser.parse_args()
    out = sys.stdout
    out.write("| rules | states/s | winnable | decided | median ms to a win | total s |\n")
    out.write("|---|---|---|---|---|---|\n")
    for rules in chosen.rules:
        out.write(f"{row(rules, chosen.deals, chosen.seconds)}\n")
        out.flush()
    out.write(f"\nImport and first verdict in a cold process: {cold_start():.2f} s\n")


if __name__ == "__main__":
    main()
