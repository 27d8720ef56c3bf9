"""A position as its player sees it, drawn as text for a terminal."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import zip_longest
from typing import Final

from games.engine.cards import NAMES
from games.engine.game import Cards, Layout
from games.engine.moves import (
    CELLS,
    FOUNDATIONS,
    HAND,
    PILE_NAMES,
    RESERVE,
    STOCK,
    TABLEAU,
    WASTE,
    Pile,
)

HIDDEN: Final = "??"
NONE: Final = "--"


def diagram(layout: Layout, piles: Iterable[Pile], covered: Container[Pile]) -> str:
    """Draw the piles of a game: a row of those seen from the top, then reserve and columns.

    A foundation shows its last card, the waste its last three, the stock how many cards are face
    down; `covered` are the piles that show no faces.
    """
    used = tuple(piles)
    cards = layout.piles
    row = [f"{PILE_NAMES[pile]} {_top(cards[pile])}" for pile in used if pile in FOUNDATIONS]
    row += [f"{PILE_NAMES[pile]} {_top(cards[pile])}" for pile in used if pile in (*CELLS, *HAND)]
    row += [f"{PILE_NAMES[pile]} {_waste(cards[pile])}" for pile in used if pile == WASTE]
    row += [
        f"{PILE_NAMES[pile]} {_stock(cards[pile], pile in covered)}"
        for pile in used
        if pile == STOCK
    ]
    blocks = ["  ".join(row)] if row else []
    for group in (RESERVE, TABLEAU):
        if chosen := [pile for pile in used if pile in group]:
            blocks.append("\n".join(_grid(chosen, [cards[pile] for pile in chosen])))
    return "\n\n".join(blocks)


def _grid(piles: Iterable[Pile], contents: Iterable[Cards]) -> Iterator[str]:
    """Yield the lines of piles beside each other, the lowest cards first."""
    yield " ".join(PILE_NAMES[pile] for pile in piles)
    shown = ([_face(card) for card in cards] or [NONE] for cards in contents)
    for line in zip_longest(*shown, fillvalue="  "):
        yield " ".join(line).rstrip()


def _top(cards: Cards) -> str:
    return _face(cards[-1]) if cards else NONE


def _waste(cards: Cards) -> str:
    return " ".join(map(_face, cards[-3:])) or NONE


def _stock(cards: Cards, covered: bool) -> str:
    seen = [] if covered else [NAMES[card] for card in cards if card >= 0]
    hidden = len(cards) - len(seen)
    return " ".join(([f"{HIDDEN}x{hidden}"] if hidden else []) + seen) or NONE


def _face(card: int) -> str:
    return NAMES[card] if card >= 0 else HIDDEN
