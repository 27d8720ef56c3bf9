"""What a search found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.engine import Move


class VerdictKind(StrEnum):
    """Whether a position can be won, all cards known."""

    WINNABLE = "winnable"
    """A solution exists."""
    LOST = "lost"
    """Every line was searched and none wins."""
    UNKNOWN = "unknown"
    """The search was cancelled, or spent its budget, before it found either."""


@dataclass(frozen=True)
class Verdict:
    """The answer and what it cost, in the units of the budget."""

    kind: VerdictKind
    solution: tuple[Move, ...]
    """Legal moves from the position to the win, replayed by the engine; empty if not winnable."""
    states: int
    """Positions visited, over all stages."""
    seconds: float
