"""What a search has found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.engine import Move


class Kind(StrEnum):
    """Whether a position can be won, all cards known."""

    WINNABLE = "winnable"
    """There is a line that wins."""
    LOST = "lost"
    """Every line was searched and none wins."""
    UNKNOWN = "unknown"
    """The budget was spent, or the search cancelled, before either was found."""


@dataclass(frozen=True)
class Verdict:
    """The answer and what it took."""

    kind: Kind
    line: tuple[Move, ...]
    """Legal moves from the position to the win, replayed by the engine; empty if not winnable."""
    states: int
    """Positions visited, over all stages."""
    seconds: float
