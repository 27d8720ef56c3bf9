"""The text form of a position.

The base rank, then every pile that is not empty, with its cards from the lowest up; a card that
nobody may see has a star: `base 7; t1 *QS 3H; fc 7C; s *2D *KH`.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.cards import NAMES, NUMBERS, RANKS
from games.engine.errors import InvalidNotationError
from games.engine.game import Layout, empty_piles
from games.engine.moves import PILE_NAMES, PILES, Pile


def format_position(layout: Layout, piles: Iterable[Pile]) -> str:
    """Write a position; `piles` are those of its game."""
    parts = [f"base {RANKS[layout.base]}"]
    parts += (
        f"{PILE_NAMES[pile]} {' '.join(map(_card, layout.piles[pile]))}"
        for pile in piles
        if layout.piles[pile]
    )
    return "; ".join(parts)


def parse_position(text: str, piles: Iterable[Pile]) -> Layout:
    """Read a position of a game with the given piles.

    :raises InvalidNotationError: if it is not each of the 52 cards once on those piles.
    """
    allowed = {PILE_NAMES[pile] for pile in piles}
    first, *parts = text.split("; ")
    if first.removeprefix("base ") not in RANKS or len(first) != len("base A"):
        raise InvalidNotationError("position", text, "`base` and a rank first")
    filled = empty_piles()
    for part in parts:
        name, *cards = part.split()
        if name not in allowed:
            raise InvalidNotationError("position", text, f"piles of {sorted(allowed)}, not {name}")
        filled[PILES[name]] = tuple(_number(card, text) for card in cards)
    if sorted(max(card, ~card) for pile in filled for card in pile) != list(range(52)):
        raise InvalidNotationError("position", text, "each of the 52 cards once")
    return Layout(filled, RANKS.index(first[-1]))


def _card(card: int) -> str:
    return NAMES[card] if card >= 0 else f"*{NAMES[~card]}"


def _number(name: str, text: str) -> int:
    if (plain := name.removeprefix("*")) not in NUMBERS:
        raise InvalidNotationError("position", text, f"cards such as QH or *QH, not {name!r}")
    return NUMBERS[plain] if plain == name else ~NUMBERS[plain]
