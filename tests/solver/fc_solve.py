"""fc-solve, another solver of FreeCell: what it plays, played on our boards."""

from __future__ import annotations

import re
import subprocess
from typing import Final

from games.engine import Board
from games.engine.cards import NAMES
from games.engine.moves import PILES, TABLEAU

GAMES: Final = {
    "freecell/standard": ["-g", "freecell"],
    "freecell/bakers-game": ["-g", "bakers_game"],
    "freecell/two-cells": ["-g", "freecell", "--freecells-num", "2"],
}
"""How it calls the presets."""

STATES: Final = 50_000


def plays_to_a_win(board: Board) -> bool:
    """Play on the board what fc-solve plays to win it; return whether it finds a win."""
    lines = [": " + " ".join(NAMES[card] for card in board.layout.piles[t]) for t in TABLEAU]
    program = ["fc-solve", *GAMES[str(board.rules)], "-l", "lg", "-m", "-snx"]
    program += ["-mi", str(STATES), "-"]
    text = "\n".join(lines) + "\n"
    done = subprocess.run(program, input=text, check=False, capture_output=True, text=True)
    if "This game is solveable" not in done.stdout:
        return False
    played = done.stdout.partition("This game is solveable")[0]
    cells: dict[str, str] = {}
    for source, target, size in re.findall(r"([1-8a-d])([1-8a-dh])(?:v([0-9a-f]))?", played):
        _play(board, source, target, int(size or "0", 16), cells)
    return True


def deal_numbered(number: int) -> str:
    """Return the cards of a numbered deal as dealt, as Debian's package deals them."""
    program = ["make-microsoft-freecell-board", "-t", str(number)]
    done = subprocess.run(program, check=True, capture_output=True, text=True)
    columns = [line.split() for line in done.stdout.splitlines()]
    return " ".join(column[row] for row in range(7) for column in columns if row < len(column))


def _play(board: Board, source: str, target: str, size: int, cells: dict[str, str]) -> None:
    """Play a move such as `21v5`, `6a`, `a6` or `bh`; `cells` are ours by the letters of its cells.

    It names the size of a unit only if it moves to an empty column.
    """
    piles = board.layout.piles
    start = cells.pop(source) if source in "abcd" else f"t{source}"
    if target in "abcd":
        cells[target] = next(cell for cell in ("c1", "c2", "c3", "c4") if not piles[PILES[cell]])
    to = {"h": "f"}.get(target, "c" if target in "abcd" else f"t{target}")
    if to[0] == "t" and (on := piles[PILES[to]]):
        size = on[-1] % 13 - piles[PILES[start]][-1] % 13
    board.push(board.find_move(start + to + (f"x{size}" if size > 1 else "")))
