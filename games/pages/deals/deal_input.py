"""A deal typed by a person: its key, its number, or its 52 cards."""

from __future__ import annotations

import re
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import Deal, InvalidNotationError
from games.engine.cards import NAMES
from games.engine.deal import LAST_NUMBER
from games.models.deals.deal import KEY

SIGNS: Final = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S", "\ufe0e": "", "\ufe0f": ""})
CARD: Final = re.compile(r"(10|[2-9TJQKA])([CDHS])")


def read_deal(text: str) -> str:
    """Return the key, the number or the 52 cards, in the form that `bring_deal` takes.

    Cards may use 10 for T, a suit symbol for its letter, and commas as separators.

    :raises ValidationError: if it is none of them; the message says what is wrong, and where.
    """
    words = re.split(r"[\s,;]+", text.strip(" \t\r\n,;"))
    if words[0].startswith("#"):
        return _numbered("".join(words))
    if len(words) == 1:
        if not KEY.fullmatch(words[0]):
            raise ValidationError(
                _(
                    "A key has 64 characters, 0 to 9 and a to f. Put spaces between cards, and # "
                    "before the number of a FreeCell deal."
                )
            )
        return words[0]
    cards = [_card(word, number) for number, word in enumerate(words, 1)]
    for number, card in enumerate(cards, 1):
        if (first := cards.index(card) + 1) < number:
            sentence = _(
                "Cards %(first)d and %(second)d are both %(card)s: a deal has each card once."
            )
            raise ValidationError(sentence % {"first": first, "second": number, "card": card})
    if missing := [name for name in NAMES if name not in cards]:
        sentence = ngettext(
            "The deal isn't complete: %(cards)s is missing.",
            "The deal isn't complete: %(count)d cards are missing, among them %(cards)s.",
            len(missing),
        )
        raise ValidationError(sentence % {"count": len(missing), "cards": ", ".join(missing[:3])})
    return " ".join(cards)


def _numbered(text: str) -> str:
    try:
        Deal.given(text)
    except InvalidNotationError as error:
        sentence = _("Numbered FreeCell deals go from #1 to #%(last)d.")
        raise ValidationError(sentence % {"last": LAST_NUMBER}) from error
    return text


def _card(word: str, number: int) -> str:
    found = CARD.fullmatch(word.upper().translate(SIGNS))
    if found is None:
        sentence = _(
            "Card %(number)d is “%(word)s”: write a rank and a suit, such as QH, 10S or 9♦."
        )
        raise ValidationError(sentence % {"number": number, "word": word[:20]})
    return f"{found[1].replace('10', 'T')}{found[2]}"
