"""How hard a deal is among those that can be won under the same rules: docs/difficulty.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log2
from types import MappingProxyType
from typing import Final

from games.engine import Board, Move, Rules
from games.solver.budget import Budget
from games.solver.public_keys import public_key
from games.solver.search import solve
from games.solver.verdict import Kind

TRIALS: Final = 24
"""How many careless stretches are tried."""
STRETCH: Final = 3
"""How many moves are made carelessly."""
FROM_THE_FIRST: Final = 0.7
"""The part of the line along which stretches begin; what comes after it often plays itself."""
SEARCH: Final = Budget(states=5_000)
"""What may be spent on a way out, for it to count as one that is there to be found."""


class Difficulty(StrEnum):
    """A third of the deals that can be won under some rules."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


CUTS: Final[Mapping[str, tuple[float, float]]] = MappingProxyType(
    {
        "agnes-sorel/standard": (73.9, 76.1),
        "agnes-sorel/dalton": (79.5, 83.3),
        "agnes-sorel/parlett": (78.3, 82.2),
        "agnes-sorel/keller": (78.3, 81.2),
        "agnes-sorel/pysol": (83.9, 87.4),
        "agnes-sorel/aisleriot": (87.9, 90.9),
        "agnes-bernauer/standard": (73.1, 76.9),
        "agnes-bernauer/morehead": (72.7, 76.3),
        "agnes-bernauer/parlett": (72.2, 75.0),
        "agnes-bernauer/pysol": (73.0, 76.1),
        "applegate/standard": (64.9, 65.7),
        "applegate/pysol": (65.0, 65.9),
        "beleaguered-castle/standard": (76.4, 79.1),
        "beleaguered-castle/casual": (76.9, 80.8),
        "beleaguered-castle/streets-and-alleys": (79.8, 83.6),
    }
)
"""Where medium and hard begin, for each preset: `python manage.py difficulty` prints them."""


@dataclass(frozen=True)
class Measures:
    """What is measured of a deal and a line that wins it."""

    states: int
    """Positions that the search visited until it found a win."""
    length: int
    """Moves of the line."""
    forgiven: float
    """The part of the careless stretches after which a win is still easy to find."""

    @classmethod
    def of(cls, board: Board, line: Sequence[Move], states: int) -> Measures:
        """Measure a deal, as dealt on `board`, with a line that wins it: the same on each call."""
        return cls(states, len(line), _forgiven(board, line))

    @property
    def hardness(self) -> float:
        """All of them in one number: one more is twice the search, or 7 % more moves."""
        return log2(1 + self.states) + 10 * log2(1 + self.length) + 12 * (1 - self.forgiven)

    def difficulty(self, rules: Rules) -> Difficulty:
        """The third of the deals of the nearest preset among which this one is."""
        medium, hard = CUTS[f"{rules.game}/{rules.preset}"]
        if self.hardness < medium:
            return Difficulty.EASY
        return Difficulty.MEDIUM if self.hardness < hard else Difficulty.HARD


def _forgiven(board: Board, line: Sequence[Move]) -> float:
    """From positions along the line, stray from it for some moves, and see whether that is lost."""
    tried = forgiven = made = 0
    for trial in range(TRIALS):
        while made < int(trial * FROM_THE_FIRST * len(line) / TRIALS):
            board.push(line[made])
            made += 1
        strayed = _stray(board, line[made], trial)
        if strayed:
            tried += 1
            forgiven += solve(board, SEARCH).kind is Kind.WINNABLE
        for _ in range(strayed):
            board.pop()
    for _ in range(made):
        board.pop()
    return forgiven / tried if tried else 0.0


def _stray(board: Board, not_first: Move, trial: int) -> int:
    """Make some legal moves that chance chooses, the first not a given one; how many."""
    for number in range(STRETCH):
        moves = [move for move in board.legal_moves if number or move != not_first]
        if not moves:
            return number
        chance = public_key(f"difficulty/{board.key()}", trial * STRETCH + number)
        board.push(moves[int.from_bytes(chance[:8], "big") % len(moves)])
    return STRETCH
