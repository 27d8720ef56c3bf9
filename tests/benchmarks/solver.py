"""How fast the solver is, against its targets: `python -m tests.benchmarks.solver [--deals N]`.

Times are processor time of one core, so that a busy machine changes them little. Peers that are
installed are measured on the same deals: fc-solve (Debian: freecell-solver-bin, whose "no" is no
proof) and quagnes (PyPI).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from itertools import islice
from random import Random
from statistics import median
from typing import Final

from games.engine import GAMES, Board, Deal, EngineError, Rules
from games.management.progress import Progress
from games.solver import Budget, VerdictKind
from games.solver.compiled import COMPILED
from games.solver.method import method_of
from games.solver.proof import read_proofs
from games.solver.search import warm_up
from tests.benchmarks.deals import WORDS, boards, timed
from tests.benchmarks.peers import RANGE_SOLVER, comparisons, in_one_process
from tests.benchmarks.report import Row, arguments, report

COLD = """
import time; began = time.perf_counter()
from games.engine import Board, Deal, Rules
from games.solver import solve
solve(Board(Rules.parse("beleaguered-castle"), Deal.from_key(b"1")))
print(time.perf_counter() - began)
"""
FIRST = """
import time
from games.engine import Board, Deal, Rules
from games.solver import solve
from games.solver.search import warm_up
warm_up(Board(Rules.parse("beleaguered-castle"), Deal.from_key(b"2")))
began = time.perf_counter()
solve(Board(Rules.parse("beleaguered-castle"), Deal.from_key(b"1")))
print(time.perf_counter() - began)
"""

STATES_A_SECOND: Final = {
    "agnes-sorel": 1_000_000,
    "agnes-bernauer": 700_000,
    "applegate": 700_000,
    "beleaguered-castle": 1_500_000,
    "freecell": 700_000,
    "klondike": 1_000_000,
}
DECIDED: Final = {"agnes-bernauer": 0.95, "freecell": 0.999, "klondike": 0.95}
OTHERS_DECIDED: Final = 0.995
MEDIAN_MS: Final = {"klondike": 20.0}
OTHERS_MEDIAN_MS: Final = 5.0
OF_A_PEER: Final = 0.2
COLD_SECONDS: Final = 1.5


def target(measure: str, wanted: str, found: str, is_reached: bool) -> Row:
    """Return the row of what was measured of what must be reached."""
    return {
        "measure": measure,
        "at least, at most": wanted,
        "measured": found,
        "reached": is_reached,
    }


def rate(rules: str, states: int) -> float:
    """States that the sound search visits in a second, over some deals."""
    visited, spent = 0, 0.0
    for board in boards(rules, 10):
        search = method_of(board).sound()
        began = time.process_time()
        search.run(states, Budget.bytes)
        spent += time.process_time() - began
        visited += search.states
    return visited / spent


def targets(rules: str, deals: int, seconds: float, progress: Progress) -> Iterator[Row]:
    """Yield the figures to reach under some rules."""
    game = rules.partition("/")[0]
    warm_up(next(boards(rules, 1)))
    progress.begin(f"Solving {rules}", deals)
    solved = [timed(board, seconds) for board in progress.over(boards(rules, deals))]
    decided = sum(each.kind is not VerdictKind.UNKNOWN for each in solved) / deals
    wins = [each.seconds for each in solved if each.kind is VerdictKind.WINNABLE]
    middle = 1000 * median(wins or [0])
    spent = sum(each.seconds for each in solved)
    least, many = DECIDED.get(game, OTHERS_DECIDED), STATES_A_SECOND[game]
    most = MEDIAN_MS.get(game, OTHERS_MEDIAN_MS)
    states = max(rate(rules, 500_000 if COMPILED else 2_000) for _ in range(3))
    yield target(f"{rules}: states/s, best of 3", f"{many:,}", f"{states:,.0f}", states >= many)
    yield target(
        *(f"{rules}: decided within {seconds:g} s", f"{least:.1%}"),
        f"{decided:.1%} of {deals}, {len(wins) / deals:.1%} winnable, {spent:.1f} s in all",
        decided >= least,
    )
    yield target(f"{rules}: median to a win", f"{most:g} ms", f"{middle:.1f} ms", middle <= most)


def beside_peers(deals: int) -> Iterator[Row]:
    """Yield for each peer the figure to reach, and then how they compare."""
    compared = []
    for peer in comparisons(deals):
        part = peer.ours / peer.theirs
        yield target(
            *(f"time of {peer.peer}'s on {peer.deals} deals", f"{OF_A_PEER:g}, no conflict"),
            f"{part:.3f}, {peer.conflicts} conflicts",
            part <= OF_A_PEER and not peer.conflicts,
        )
        compared.append(peer.row())
    if shutil.which(RANGE_SOLVER):
        compared.append(in_one_process(deals).row())
    yield from compared


def live(rules: str, deals: int) -> Row:
    """Measure positions one random legal move off a winning line."""
    chance = Random(WORDS)
    solved = []
    proofs = (proof for proof in read_proofs() if str(proof.rules) == rules)
    for proof in islice(proofs, deals):
        board = Board(proof.rules, Deal.from_key(proof.key))
        for number, move in enumerate(proof.solution):
            if number % 10 == 0:
                board.push(chance.choice(list(board.legal_moves)))
                solved.append(timed(board, 1.0))
                board.pop()
            board.push(board.find_move(move))
    times = sorted(each.seconds for each in solved)
    decided = sum(each.kind is not VerdictKind.UNKNOWN for each in solved)
    return {
        "rules": rules,
        "positions": len(times),
        "decided in 1 s": f"{decided / len(times):.1%}",
        "median ms": 1000 * median(times),
        "95 % ms": 1000 * times[int(0.95 * len(times))],
    }


def in_a_new_process(program: str) -> float:
    """Return the seconds that a program prints, with its compiled code in the cache."""
    run = [sys.executable, "-c", program]
    return min(float(subprocess.run(run, check=True, capture_output=True).stdout) for _ in "123")


def known(rules: str) -> str:
    """Read rules from the command line."""
    try:
        return str(Rules.parse(rules))
    except EngineError as error:
        raise ArgumentTypeError(str(error)) from error


def rows(asked: Namespace, progress: Progress) -> Iterator[Row]:
    """Yield the targets, then the other tables."""
    for rules in asked.rules:
        yield from targets(rules, asked.deals, asked.seconds, progress)
    cold = in_a_new_process(COLD)
    yield target(
        *("import and first verdict, cold", f"{COLD_SECONDS:g} s", f"{cold:.2f} s"),
        cold <= COLD_SECONDS,
    )
    yield {"first verdict after `warm_up`, s": in_a_new_process(FIRST)}
    progress.begin("Comparing with peers")
    yield from beside_peers(asked.deals)
    progress.begin("Solving one move off a win", len(asked.rules))
    for rules in progress.over(asked.rules):
        yield live(rules, max(1, asked.deals // 10))


if __name__ == "__main__":
    parser = arguments(__doc__, deals=200)
    parser.add_argument(
        "rules", nargs="*", type=known, default=[f"{game}/standard" for game in GAMES]
    )
    parser.add_argument("--seconds", type=float, default=5.0)
    sys.exit(report(parser.parse_args(), rows))
