"""How hard a deal is among the winnable ones of its rules: docs/explanation/difficulty.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log2
from typing import Final

from games.engine import Board, Move, Rules
from games.solver.approaches import approach_to
from games.solver.budget import Budget
from games.solver.public_keys import public_key
from games.solver.search import solve
from games.solver.verdict import VerdictKind

TRIALS: Final = 24
"""The number of careless stretches."""
STRETCH: Final = 3
"""Moves in a careless stretch."""
FROM_THE_FIRST: Final = 0.7
"""The part of the solution along which stretches begin; the rest often plays itself."""
SEARCH: Final = Budget(states=5_000)
"""The search after a careless stretch: a win within this budget is easy to find."""


class Difficulty(StrEnum):
    """A third of the deals that are winnable under some rules."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True)
class Measures:
    """The measures of a deal and a solution."""

    states: int
    """Positions that the search visited before it found a win."""
    length: int
    """Moves of the solution."""
    forgiven: float
    """The part of the careless stretches after which a win is still easy to find."""

    @classmethod
    def of(cls, board: Board, solution: Sequence[Move], states: int) -> Measures:
        """Measure a deal, as dealt on `board`, with a solution; the same on every call."""
        return cls(states, len(solution), _forgiven(board, solution))

    @property
    def hardness(self) -> float:
        """All measures in one number: one more means twice the search, or 7 % more moves."""
        return log2(1 + self.states) + 10 * log2(1 + self.length) + 12 * (1 - self.forgiven)

    def difficulty(self, rules: Rules) -> Difficulty:
        """Return the third of the nearest preset's deals to which this one belongs."""
        medium, hard = approach_to(rules.game).cuts[rules.preset]
        if self.hardness < medium:
            return Difficulty.EASY
        return Difficulty.MEDIUM if self.hardness < hard else Difficulty.HARD


def _forgiven(board: Board, solution: Sequence[Move]) -> float:
    """Return the part of the careless stretches after which a win is still easy to find."""
    tried = forgiven = made = 0
    for trial in range(TRIALS):
        while made < int(trial * FROM_THE_FIRST * len(solution) / TRIALS):
            board.push(solution[made])
            made += 1
        strayed = _stray(board, solution[made], trial)
        if strayed:
            tried += 1
            forgiven += solve(board, SEARCH).kind is VerdictKind.WINNABLE
        for _ in range(strayed):
            board.pop()
    for _ in range(made):
        board.pop()
    return forgiven / tried if tried else 0.0


def _stray(board: Board, not_first: Move, trial: int) -> int:
    """Make up to `STRETCH` moves by chance, the first not `not_first`; return how many."""
    for number in range(STRETCH):
        moves = [move for move in board.legal_moves if number or move != not_first]
        if not moves:
            return number
        chance = public_key(f"difficulty/{board.key()}", trial * STRETCH + number)
        board.push(moves[int.from_bytes(chance[:8], "big") % len(moves)])
    return STRETCH
