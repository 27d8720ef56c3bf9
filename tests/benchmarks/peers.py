"""The solver compared with other solvers that are installed.

fc-solve (Debian: freecell-solver-bin) plays Beleaguered Castle and FreeCell; its "no" is not a
proof. quagnes (PyPI) plays Agnes Sorel. Times are processor time; verdicts are compared deal by
deal.
"""

from __future__ import annotations

import importlib.util
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from games.engine import Board, Deal, Rules
from games.engine.cards import NAMES
from games.engine.moves import FOUNDATIONS, STOCK, TABLEAU
from games.solver import VerdictKind
from games.solver.search import warm_up
from tests.benchmarks.deals import boards, timed
from tests.benchmarks.report import Row

QUAGNES_RULES = "agnes-sorel/standard+columns=ascending+run=suit+last=columns"
QUAGNES_SUITS = (0, 1, 3, 2)
"""Its numbers for clubs, diamonds, hearts and spades: suits of one colour are equal modulo 2."""
QUAGNES = """
import sys, quagnes
game = quagnes.Agnes(move_to_empty_pile="any run", move_same_suit=True, face_up=True,
                     deck_filename=sys.argv[1], max_states=int(sys.argv[2]))
print("won lost open".split()[game.play() - 1])
"""
FC_SOLVE_GAMES: Final = {
    "beleaguered-castle/standard": ("-g", "beleaguered_castle", "-l", "amateur-star"),
    "freecell/standard": ("-g", "freecell", "-l", "looking-glass"),
    "freecell/bakers-game": ("-g", "bakers_game", "-l", "looking-glass"),
    "freecell/two-cells": ("-g", "freecell", "--freecells-num", "2", "-l", "looking-glass"),
}
"""Its games, each with the preset that is fastest there."""
RANGE_SOLVER: Final = "freecell-solver-range-parallel-solve"
STATES = 500_000
"""The most states that a peer may visit."""


def fc_solve(board: Board, folder: Path) -> VerdictKind:
    """Return fc-solve's verdict, with the preset that is fastest on these deals.

    Of fifteen presets tried on 60 deals of Castle, amateur-star took 0.84 s and good-intentions
    1.48 s; of twelve on 60 deals of FreeCell, looking-glass 0.08 s and amateur-star 0.09 s.
    """
    is_castle = board.rules.game == "beleaguered-castle"
    lines = ["Foundations: H-A C-A D-A S-A"] if is_castle else []
    lines += [": " + " ".join(NAMES[card] for card in board.layout.piles[t]) for t in TABLEAU]
    file = folder / "board.txt"
    file.write_text("\n".join(lines) + "\n")
    program = ["fc-solve", *FC_SOLVE_GAMES[str(board.rules)]]
    program += ["-mi", str(STATES), str(file)]
    output = subprocess.run(program, check=False, capture_output=True, text=True).stdout
    if "is solveable" in output:
        return VerdictKind.WINNABLE
    return VerdictKind.LOST if "could not solve" in output else VerdictKind.UNKNOWN


def quagnes(board: Board, folder: Path) -> VerdictKind:
    """Return the verdict of quagnes, which deals the base card first."""
    piles = board.layout.piles
    rows = [piles[column][row] for row in range(7) for column in range(row, 7)]
    base = [card for suit in FOUNDATIONS for card in piles[suit]]
    cards = [*base, *rows, *(~card for card in reversed(piles[STOCK]))]
    file = folder / "sorel.txt"
    file.write_text("".join(f"({card % 13}, {QUAGNES_SUITS[card // 13]})\n" for card in cards))
    program = [sys.executable, "-c", QUAGNES, str(file), str(STATES)]
    output = subprocess.run(program, check=True, capture_output=True, text=True).stdout
    kinds = {"won": VerdictKind.WINNABLE, "lost": VerdictKind.LOST, "open": VerdictKind.UNKNOWN}
    return kinds[output.strip()]


class Comparison(NamedTuple):
    """Total processor time on the same deals, and the count of each pair of verdicts."""

    peer: str
    rules: str
    deals: int
    ours: float
    theirs: float
    pairs: Counter[tuple[VerdictKind, VerdictKind]]

    @property
    def conflicts(self) -> int:
        """The number of deals on which two sound verdicts contradict each other."""
        against_a_win = self.pairs[VerdictKind.LOST, VerdictKind.WINNABLE]
        is_sound = self.peer == "quagnes"
        return against_a_win + is_sound * self.pairs[VerdictKind.WINNABLE, VerdictKind.LOST]

    def row(self) -> Row:
        """Return it as a row of the report."""
        counts = (f"{one}/{two} {count}" for (one, two), count in sorted(self.pairs.items()))
        return {
            "peer": self.peer,
            "rules": self.rules,
            "deals": self.deals,
            "our s": self.ours,
            "their s": self.theirs,
            "verdicts, ours/theirs": ", ".join(counts),
        }


def compare(
    peer: str, rules: str, ask: Callable[[Board, Path], VerdictKind], deals: int
) -> Comparison:
    """Solve the same deals with our solver and a peer, each all of them in a row.

    In turn, each process of the peer would leave our caches cold: FreeCell took 1.5 times as long.
    What else runs only adds to a time, so that each has the least of its three.
    """
    warm_up(next(boards(rules, 1)))
    totals, spent = [], []
    for _ in range(3):
        ours = [timed(board, 5.0) for board in boards(rules, deals)]
        totals.append(sum(each.seconds for each in ours))
        before = _children_seconds()
        with tempfile.TemporaryDirectory() as folder:
            theirs = [ask(board, Path(folder)) for board in boards(rules, deals)]
        spent.append(_children_seconds() - before)
    pairs = Counter((one.kind, other) for one, other in zip(ours, theirs, strict=True))
    return Comparison(peer, rules, deals, min(totals), min(spent), pairs)


def _children_seconds() -> float:
    """Return the processor time of all processes that were started and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def in_one_process(deals: int) -> Comparison:
    """Compare with fc-solve's program for numbered deals: none of its time goes into starting.

    The first ten thousand of them can be won.
    """
    rules = Rules.parse("freecell/standard")
    numbered = [Board(rules, Deal.numbered(number)) for number in range(1, deals + 1)]
    program = [RANGE_SOLVER, "1", str(deals), str(deals), *FC_SOLVE_GAMES[str(rules)][2:]]
    warm_up(numbered[0])
    totals, spent = [], []
    for _ in range(3):
        ours = [timed(board, 5.0) for board in numbered]
        totals.append(sum(each.seconds for each in ours))
        before = _children_seconds()
        output = subprocess.run(program, check=True, capture_output=True, text=True).stdout
        spent.append(_children_seconds() - before)
    if "Unsolved" in output or "Intractable" in output:
        raise RuntimeError(f"{RANGE_SOLVER} solves not all of the first {deals} deals")
    pairs = Counter((each.kind, VerdictKind.WINNABLE) for each in ours)
    name = "fc-solve in one process"
    return Comparison(name, str(rules), deals, min(totals), min(spent), pairs)


def comparisons(deals: int) -> Iterator[Comparison]:
    """Yield a comparison with each installed peer; quagnes is slow and gets fewer deals."""
    if shutil.which("fc-solve"):
        for rules in FC_SOLVE_GAMES:
            yield compare("fc-solve", rules, fc_solve, deals)
    if importlib.util.find_spec("quagnes"):
        yield compare("quagnes", QUAGNES_RULES, quagnes, max(1, deals // 16))
