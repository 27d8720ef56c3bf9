"""Refusals, cards and piles in the reader's language; engine and race only know notation.

The browser's counterpart is `frontend/src/table/describe.js`, which names cards as they move.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import get_language, gettext

from games.engine import Sentence
from games.engine.cards import SUITS

CARDS: Final = frozenset({"card", "top", "wanted", "rank"})
"""The placeholders of sentences that stand for a card, such as `QH`, or a rank, such as `T`."""

PILE: Final = "pile"

# Only English has an article that depends on the next word.
ARTICLE: Final = re.compile(r"\b([Aa]) (?=ace\b|8\b)")


def spoken(sentence: str) -> str:
    """Return a sentence of the engine or the race in the active language."""
    if not isinstance(sentence, Sentence):
        return gettext(sentence)
    values = {name: _said(name, value) for name, value in sentence.values.items()}
    said = gettext(sentence.template) % values
    english = (get_language() or "en").startswith("en")
    return ARTICLE.sub(r"\1n ", said) if english else said


def card_name(card: str) -> str:
    """Return a card in words: "queen of hearts" for `QH`, "queen" for `Q`."""
    return _card_name(card, get_language())


# A page of a replay names a hundred cards, one of the rules as many.
@lru_cache(maxsize=512)
def _card_name(card: str, language: str | None) -> str:
    """Return a card in words; `language` is the active one."""
    rank, suit = card[0], card[1:]
    if not suit:
        return _rank(rank)
    return gettext("%(rank)s of %(suit)s") % {"rank": _rank(rank), "suit": _suit(suit)}


def card_title(card: str) -> str:
    """Return a card as on a label: "Queen of hearts"."""
    return capfirst(card_name(card))


def pile_name(pile: str) -> str:
    """Return a pile in words, inside a sentence: "column 3" for `t3`."""
    kind, number = pile[0], pile[1:]
    match kind:
        case "t":
            return gettext("column %(number)s") % {"number": number}
        case "r":
            return gettext("reserve %(number)s") % {"number": number}
        case "h":
            return gettext("hand %(number)s") % {"number": number}
        case "c" if number:
            return gettext("cell %(number)s") % {"number": number}
        case "c":
            return gettext("a cell")
        case "w":
            return gettext("the waste")
        case "f" if number:
            return gettext("the foundation of %(suit)s") % {"suit": _suit(number.upper())}
        case "f":
            return gettext("a foundation")
    return gettext("the stock")


def pile_title(pile: str) -> str:
    """Return a pile as on a label: "Column 3"."""
    kind, number = pile[0], pile[1:]
    match kind:
        case "t":
            return gettext("Column %(number)s") % {"number": number}
        case "r":
            return gettext("Reserve %(number)s") % {"number": number}
        case "h":
            return gettext("Hand %(number)s") % {"number": number}
        case "c":
            return gettext("Cell %(number)s") % {"number": number}
        case "w":
            return gettext("Waste")
        case "f":
            return gettext("Foundation of %(suit)s") % {"suit": _suit(number.upper())}
    return gettext("Stock")


def _said(name: str, value: str | int) -> str | int:
    if not isinstance(value, str):
        return value
    if name in CARDS:
        return _lettered(value)
    return pile_name(value) if name == PILE else gettext(value)


def _lettered(card: str) -> str:
    """Return a card's name with the letter on its face, if its rank's name begins with another."""
    name, rank = card_name(card), card[0]
    is_told = rank not in "AJQK" or _rank(rank)[0].upper() == rank
    return name if is_told else f"{name}\u00a0({rank})"


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
