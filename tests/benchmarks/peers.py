"""The solver beside others: `python -m tests.benchmarks.peers [--deals N]`, what is installed.

fc-solve (Debian: freecell-solver-bin) plays Beleaguered Castle; its "no" is no proof. quagnes
(PyPI) plays Agnes Sorel. Times are processor time; verdicts are compared deal by deal.
"""

from __future__ import annotations

import argparse
import importlib.util
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from games.engine import Board
from games.engine.cards import NAMES
from games.engine.moves import FOUNDATIONS, STOCK, TABLEAU
from games.solver import Kind
from games.solver.search import warm_up
from tests.benchmarks.solver import boards, timed

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
    """What fc-solve says, with the preset of its own that does best here."""
    lines = ["Foundations: H-A C-A D-A S-A"]
    lines += [": " + " ".join(NAMES[card] for card in board.layout.piles[t]) for t in TABLEAU]
    file = folder / "castle.txt"
    file.write_text("\n".join(lines) + "\n")
    program = ["fc-solve", "-g", "beleaguered_castle", "-l", "gi", "-mi", str(STATES), str(file)]
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


def compare(name: str, rules: str, ask: Callable[[Board, Path], Kind], deals: int) -> str:
    """A line of the table: times in all, and how often the verdicts agree."""
    pairs: Counter[tuple[Kind, Kind]] = Counter()
    ours = 0.0
    warm_up(next(boards(rules, 1)))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        for board in boards(rules, deals):
            began = time.process_time()
            verdict = timed(board, 5.0)
            ours += time.process_time() - began
            pairs[verdict.kind, ask(board, Path(folder))] += 1
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    theirs = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    counts = ", ".join(f"{one}/{two} {count}" for (one, two), count in sorted(pairs.items()))
    return f"| {name} | {rules} | {deals} | {ours:.2f} | {theirs:.2f} | {counts} |\n"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=50)
    deals = parser.parse_args().deals
    out = sys.stdout
    out.write("| peer | rules | deals | our s | their s | verdicts, ours/theirs |\n")
    out.write("|---|---|---|---|---|---|\n")
    if shutil.which("fc-solve"):
        out.write(compare("fc-solve", "beleaguered-castle", fc_solve, deals))
    if importlib.util.find_spec("quagnes"):
        out.write(compare("quagnes", QUAGNES_RULES, quagnes, deals))


if __name__ == "__main__":
    main()
