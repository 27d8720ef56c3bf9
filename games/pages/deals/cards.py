"""Cards as symbols, and tables in words."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from games.engine import Card, View
from games.engine.diagram import HIDDEN
from games.spoken import card_title, pile_title

# The variation selector keeps phones from drawing emoji.
SIGNS: Final = ("♣\ufe0e", "♦\ufe0e", "♥\ufe0e", "♠\ufe0e")


def card_sign(card: Card) -> str:
    """Return a card as printed on its corner: "Q♥"."""
    return f"{str(card)[0].replace('T', '10')}{SIGNS[card.suit]}"


def describe(view: View) -> list[tuple[str, str]]:
    """List a table's non-empty piles, each with its visible cards from the bottom up."""
    return [(pile_title(name), _contents(cards)) for name, cards in view["piles"].items() if cards]


def _contents(cards: str) -> str:
    names = cards.split()
    hidden = names.count(HIDDEN)
    contents = [_("%(count)s face down") % {"count": hidden}] if hidden else []
    contents += [card_title(name) for name in names if name != HIDDEN]
    return ", ".join(contents)
