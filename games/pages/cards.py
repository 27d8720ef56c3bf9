"""Cards and piles in words and signs."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import Card, View
from games.engine.view import HIDDEN
from games.pages.howto.sentences import Text

RANKS: Final[tuple[Text, ...]] = (
    gettext_lazy("Ace"),
    *("2", "3", "4", "5", "6", "7", "8", "9", "10"),
    gettext_lazy("Jack"),
    gettext_lazy("Queen"),
    gettext_lazy("King"),
)
SUITS: Final[tuple[Text, ...]] = (
    gettext_lazy("clubs"),
    gettext_lazy("diamonds"),
    gettext_lazy("hearts"),
    gettext_lazy("spades"),
)
# The selector keeps phones from drawing coloured pictures.
SIGNS: Final = ("♣\ufe0e", "♦\ufe0e", "♥\ufe0e", "♠\ufe0e")


def card_name(card: Card) -> str:
    """A card in words: "Queen of hearts"."""
    return _("%(rank)s of %(suit)s") % {"rank": RANKS[card.rank], "suit": SUITS[card.suit]}


def card_sign(card: Card) -> str:
    """A card as on its corner: "Q♥"."""
    return f"{str(card)[0].replace('T', '10')}{SIGNS[card.suit]}"


def describe(view: View) -> list[tuple[str, str]]:
    """What is to be seen on a table: each pile that is not empty, its cards from the lowest up."""
    return [(pile_name(name), _contents(cards)) for name, cards in view["piles"].items() if cards]


def pile_name(name: str) -> str:
    """A pile in words: "Column 3"."""
    kind, number = name[0], name[1:]
    match kind:
        case "t":
            return _("Column %(number)s") % {"number": number}
        case "r":
            return _("Reserve %(number)s") % {"number": number}
        case "h":
            return _("In hand %(number)s") % {"number": number}
        case "f":
            return _("Foundation of %(suit)s") % {"suit": SUITS["cdhs".index(number)]}
    return _("Stock")


def _contents(cards: str) -> str:
    names = cards.split()
    hidden = names.count(HIDDEN)
    told = [_("%(count)s face down") % {"count": hidden}] if hidden else []
    told += [card_name(Card.parse(name)) for name in names if name != HIDDEN]
    return ", ".join(told)
