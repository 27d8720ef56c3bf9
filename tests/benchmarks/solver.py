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
from itertools import islice
from random import Random
from statistics import median
from typing import NamedTuple

from games.engine import GAMES, Board, Deal, Rules
from games.solver import Budget, Kind, solve
from games.solver.compiled import COMPILED
from games.solver.depth_first import DepthFirst
from games.solver.keys import random_keys
from games.solver.position import encode
from games.solver.proof import read_proofs
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
        search = DepthFirst(book, random_keys(), encode(board, book))
        began = time.process_time()
        search.run(states, Budget.bytes)
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


def live(rules: str, deals: int) -> str:
    """A line of the second table: positions one random legal move off a line that wins."""
    chance = Random(WORDS)
    solved = []
    proofs = (proof for proof in read_proofs() if str(proof.rules) == rules)
    for proof in islice(proofs, deals):
        board = Board(proof.rules, Deal.from_key(proof.key))
        for number, move in enumerate(proof.line):
            if number % 10 == 0:
                board.push(chance.choice(list(board.legal_moves)))
                solved.append(timed(board, 1.0))
                board.pop()
            board.push(board.find_move(move))
    times = sorted(each.seconds for each in solved)
    decided = sum(each.kind is not Kind.UNKNOWN for each in solved)
    return (
        f"| {rules} | {len(times)} | {100 * decided / len(times):.1f} % | "
        f"{1000 * median(times):.1f} | {1000 * times[int(0.95 * len(times))]:.0f} |"
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
    out.write(
        "\n| rules | positions | decided in 1 s | median ms | 95 % ms |\n|---|---|---|---|---|\n"
    )
    for rules in chosen.rules:
        out.write(f"{live(rules, chosen.deals // 10)}\n")
        out.flush()
    out.write(f"\nImport and first verdict in a cold process: {cold_start():.2f} s\n")


if __name__ == "__main__":
    main()
