"""A board as the server shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Frame = Mapping[str, Any]


@dataclass(frozen=True)
class Board:
    """Your board after its action `n`: the piles, and every legal move."""

    n: int
    piles: Mapping[str, tuple[str, ...]]
    """The cards of each pile, from the bottom up."""
    moves: tuple[str, ...]
    """Every legal move; those of one card stand together, the likeliest first."""
    safe: tuple[str, ...]
    """The moves to a foundation that no column will miss."""
    progress: int
    outcome: str | None
    """`won` or `stuck`; None while the game goes on."""

    @classmethod
    def of(cls, frame: Frame) -> Board:
        """Return the board of a `board` frame."""
        view = frame["board"]
        piles = {name: tuple(cards.split()) for name, cards in view["piles"].items()}
        return cls(
            n=frame["n"],
            piles=piles,
            moves=tuple(view["moves"]),
            safe=tuple(view["safe"]),
            progress=view["progress"],
            outcome=view["outcome"],
        )
