"""Refusals in the reader's language and words; engine and race know English and notation alone."""

from __future__ import annotations

import re
from typing import Final

from django.utils.translation import get_language, gettext

from games.engine import Sentence
from games.engine.cards import SUITS

CARDS: Final = frozenset({"card", "top", "wanted", "rank"})
"""What a sentence is filled with that is a card, such as `QH`, or a rank, such as `T`."""

PILE: Final = "pile"

# English alone has an article that depends on what follows.
ARTICLE: Final = re.compile(r"\b([Aa]) (?=ace\b|8\b)")


def spoken(sentence: str) -> str:
    """A sentence of the engine or the race as the active language says it."""
    if not isinstance(sentence, Sentence):
        return gettext(sentence)
    values = {name: _said(name, value) for name, value in sentence.values.items()}
    said = gettext(sentence.template) % values
    english = (get_language() or "en").startswith("en")
    return ARTICLE.sub(r"\1n ", said) if english else said


def card_name(card: str) -> str:
    """A card in words: "queen of hearts" for `QH`; for a rank alone its name."""
    rank, suit = card[0], card[1:]
    if not suit:
        return _rank(rank)
    return gettext("%(rank)s of %(suit)s") % {"rank": _rank(rank), "suit": _suit(suit)}


def pile_name(pile: str) -> str:
    """A pile in words: "column 3" for `t3`."""
    kind, number = pile[0], pile[1:]
    match kind:
        case "t":
            return gettext("column %(number)s") % {"number": number}
        case "r":
            return gettext("reserve %(number)s") % {"number": number}
        case "h":
            return gettext("hand %(number)s") % {"number": number}
        case "f" if number:
            return gettext("the foundation of %(suit)s") % {"suit": _suit(number.upper())}
        case "f":
            return gettext("a foundation")
    return gettext("the stock")


def _said(name: str, value: str | int) -> str | int:
    if not isinstance(value, str):
        return value
    if name in CARDS:
        return card_name(value)
    return pile_name(value) if name == PILE else gettext(value)


def _rank(rank: str) -> str:
    names = {
        "A": gettext("ace"),
        "T": "10",
        "J": gettext("jack"),
        "Q": gettext("queen"),
        "K": gettext("king"),
    }
    return names.get(rank, rank)


def _suit(suit: str) -> str:
    names = (gettext("clubs"), gettext("diamonds"), gettext("hearts"), gettext("spades"))
    return names[SUITS.index(suit)]
