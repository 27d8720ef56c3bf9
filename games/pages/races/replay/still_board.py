"""A board as signs, for readers whose browser moves no cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine import Card, View
from games.engine.diagram import HIDDEN
from games.pages.deals.cards import card_sign
from games.spoken import pile_title


@dataclass(frozen=True)
class StillPile:
    """A pile: its title, how many cards lie face down, and the others from the bottom up."""

    title: str
    hidden: int
    cards: tuple[StillCard, ...]


@dataclass(frozen=True)
class StillCard:
    """A card's sign and colour."""

    sign: str
    is_red: bool


def still_board(view: View) -> list[StillPile]:
    """List the piles that hold cards; of a foundation, only the last card shows."""
    return [_pile(name, cards.split()) for name, cards in view["piles"].items() if cards]


def _pile(name: str, cards: list[str]) -> StillPile:
    shown = cards[-1:] if name.startswith("f") else cards
    return StillPile(pile_title(name), shown.count(HIDDEN), tuple(_cards(shown)))


def _cards(cards: list[str]) -> Iterator[StillCard]:
    for card in cards:
        if card != HIDDEN:
            yield StillCard(card_sign(Card.parse(card)), card[1] in "DH")
