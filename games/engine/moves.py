"""Piles and moves, and their names."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from games.engine.errors import InvalidNotationError

Pile: TypeAlias = int
"""The number of a pile: see `PILE_NAMES`."""

PILE_NAMES: Final = (
    *("t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8"),
    *("fc", "fd", "fh", "fs"),
    *("r1", "r2", "r3", "r4", "r5", "r6", "r7"),
    *("h1", "h2"),
    "s",
    *("c1", "c2", "c3", "c4", "c5", "c6"),
    "w",
    "redeals",
    "f",
    "c",
)
PILES: Final = {name: pile for pile, name in enumerate(PILE_NAMES)}

TABLEAU: Final = range(8)
FOUNDATIONS: Final = range(8, 12)
HOMES: Final = tuple(foundation for foundation in FOUNDATIONS for _ in range(13))
"""The foundation of each card."""
RESERVE: Final = range(12, 19)
HAND: Final = range(19, 21)
STOCK: Final[Pile] = 21
CELLS: Final = range(22, 28)
WASTE: Final[Pile] = 28
REDEALS: Final[Pile] = 29
"""No pile of cards: its height is how often the waste may still be turned over."""
FOUNDATION: Final[Pile] = 30
"""The foundation of the moving card's suit; only ever a target."""
CELL: Final[Pile] = 31
"""The first empty cell; only ever a target."""

_NAMED: Final = tuple(name for pile, name in enumerate(PILE_NAMES) if pile != REDEALS)
_SOURCES: Final = "|".join(name for name in _NAMED if PILES[name] not in (STOCK, FOUNDATION, CELL))
_MOVE: Final = re.compile(f"({_SOURCES})({'|'.join(_NAMED)})(?:x([1-9][0-9]?))?")


class Move(NamedTuple):
    """A move of some cards from the end of one pile to another, or a deal from the stock.

    It names the piles and the number of cards, and is independent of any board.

    >>> Move.parse("t3t5x2").size
    2
    """

    source: Pile
    target: Pile
    size: int = 1

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read `t3t5x2`, `t3f`, `r2t1`, `h1f`, `wt3`, `fht4`, `t3c`, `c2t5` or `deal`.

        :raises InvalidNotationError: if the text is not a move.
        """
        return _parse(text)

    def __str__(self) -> str:
        return _text(self)

    def __repr__(self) -> str:
        return f"Move.parse({_text(self)!r})"


DEAL: Final = Move(STOCK, STOCK)
"""A deal from the stock, or its waste turned over."""


SINGLES: Final = tuple(
    tuple(Move(source, target) for target in range(CELL + 1)) for source in range(FOUNDATION)
)
"""Every move of one card, by source and target: a look-up takes a third of making one."""


@lru_cache(maxsize=4096)
def _text(move: Move) -> str:
    if move == DEAL:
        return "deal"
    source, target, size = move
    units = "" if size == 1 else f"x{size}"
    return f"{PILE_NAMES[source]}{PILE_NAMES[target]}{units}"


# Bounded, since texts come from clients; the moves of all games fit many times over.
@lru_cache(maxsize=4096)
def _parse(text: str) -> Move:
    if text == "deal":
        return DEAL
    match = _MOVE.fullmatch(text)
    if match is None or match[3] == "1":
        raise InvalidNotationError(
            "move", text, "source, target and xN for N > 1 cards, as in t3t5x2 or r2f, or deal"
        )
    return Move(PILES[match[1]], PILES[match[2]], int(match[3] or 1))
