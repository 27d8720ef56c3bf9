"""The solver beside others, those that are installed.

fc-solve (Debian: freecell-solver-bin) plays Beleaguered Castle; its "no" is no proof. quagnes
(PyPI) plays Agnes Sorel. Times are processor time; verdicts are compared deal by deal.
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
from typing import NamedTuple

from games.engine import Board
from games.engine.cards import NAMES
from games.engine.moves import FOUNDATIONS, STOCK, TABLEAU
from games.solver import Kind
from games.solver.search import warm_up
from tests.benchmarks.deals import boards, timed

QUAGNES_RULES = "agnes-sorel/standard+columns=ascending+run=suit+last=columns"
QUAGNES_SUITS = (0, 1, 3, 2)
"""Its numbers for clubs, diamonds, hearts and spades: suits of a colour are alike modulo 2."""
QUAGNES = """
import sys, quagnes
game = quagnes.Agnes(move_to_empty_pile="any run", move_same_suit=True, face_up=True,
                     deck_filename=sys.argv[1], max_states=int(sys.argv[2]))
print("won lost open".split()[game.play() - 1])
"""
STATES = 500_000
"""The most that a peer may visit."""


def fc_solve(board: Board, folder: Path) -> Kind:
    """What fc-solve says, with the preset of its own that is quickest on these deals.

    Of fifteen tried on 60 deals it took the least time: 0.84 s, and good-intentions 1.48 s.
    """
    lines = ["Foundations: H-A C-A D-A S-A"]
    lines += [": " + " ".join(NAMES[card] for card in board.layout.piles[t]) for t in TABLEAU]
    file = folder / "castle.txt"
    file.write_text("\n".join(lines) + "\n")
    program = ["fc-solve", "-g", "beleaguered_castle", "-l", "amateur-star"]
    program += ["-mi", str(STATES), str(file)]
    said = subprocess.run(program, check=False, capture_output=True, text=True).stdout
    if "is solveable" in said:
        return Kind.WINNABLE
    return Kind.LOST if "could not solve" in said else Kind.UNKNOWN


def quagnes(board: Board, folder: Path) -> Kind:
    """What quagnes says; it deals the base card first."""
    piles = board.layout.piles
    rows = [piles[column][row] for row in range(7) for column in range(row, 7)]
    base = [card for suit in FOUNDATIONS for card in piles[suit]]
    cards = [*base, *rows, *(~card for card in reversed(piles[STOCK]))]
    file = folder / "sorel.txt"
    file.write_text("".join(f"({card % 13}, {QUAGNES_SUITS[card // 13]})\n" for card in cards))
    program = [sys.executable, "-c", QUAGNES, str(file), str(STATES)]
    said = subprocess.run(program, check=True, capture_output=True, text=True).stdout.strip()
    return {"won": Kind.WINNABLE, "lost": Kind.LOST, "open": Kind.UNKNOWN}[said]


class Comparison(NamedTuple):
    """Processor time in all on the same deals, and how often which verdicts met."""

    peer: str
    rules: str
    deals: int
    ours: float
    theirs: float
    pairs: Counter[tuple[Kind, Kind]]

    @property
    def conflicts(self) -> int:
        """Deals on which a sound verdict of one contradicts one of the other."""
        against_a_win = self.pairs[Kind.LOST, Kind.WINNABLE]
        is_sound = self.peer == "quagnes"
        return against_a_win + is_sound * self.pairs[Kind.WINNABLE, Kind.LOST]

    def __str__(self) -> str:
        counts = ", ".join(
            f"{one}/{two} {count}" for (one, two), count in sorted(self.pairs.items())
        )
        return (
            f"| {self.peer} | {self.rules} | {self.deals} | {self.ours:.2f} | {self.theirs:.2f} | "
            f"{counts} |"
        )


def compare(peer: str, rules: str, ask: Callable[[Board, Path], Kind], deals: int) -> Comparison:
    """Solve the same deals here and there."""
    pairs: Counter[tuple[Kind, Kind]] = Counter()
    ours = 0.0
    warm_up(next(boards(rules, 1)))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        for board in boards(rules, deals):
            verdict = timed(board, 5.0)
            ours += verdict.seconds
            pairs[verdict.kind, ask(board, Path(folder))] += 1
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    theirs = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Comparison(peer, rules, deals, ours, theirs, pairs)


def comparisons(deals: int) -> Iterator[Comparison]:
    """One for each peer that is installed; quagnes is slow, and gets fewer deals."""
    if shutil.which("fc-solve"):
        yield compare("fc-solve", "beleaguered-castle/standard", fc_solve, deals)
    if importlib.util.find_spec("quagnes"):
        yield compare("quagnes", QUAGNES_RULES, quagnes, max(1, deals // 16))
