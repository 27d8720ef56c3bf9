"""A deal that somebody has written down: its key, or its cards as people write them."""

from __future__ import annotations

import re
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cards import NAMES
from games.models.deals.deal import KEY

SIGNS: Final = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S", "\ufe0e": "", "\ufe0f": ""})
CARD: Final = re.compile(r"(10|[2-9TJQKA])([CDHS])")


def read_deal(text: str) -> str:
    """Return the key, or the 52 cards, as `bring_deal` takes them.

    Cards may have a 10 for the T and a sign for the suit, and commas between them.

    :raises ValidationError: if it is neither; it says what is wrong, and where.
    """
    words = re.split(r"[\s,;]+", text.strip(" \t\r\n,;"))
    if len(words) == 1:
        if not KEY.fullmatch(words[0]):
            raise ValidationError(
                _("A key has 64 digits, 0 to 9 and a to f. Cards have spaces between them.")
            )
        return words[0]
    cards = [_card(word, number) for number, word in enumerate(words, 1)]
    for number, card in enumerate(cards, 1):
        if (first := cards.index(card) + 1) < number:
            told = _("Cards %(first)d and %(second)d are both %(card)s: a deal has each card once.")
            raise ValidationError(told % {"first": first, "second": number, "card": card})
    if missing := [name for name in NAMES if name not in cards]:
        told = ngettext(
            "The deal is not complete: %(cards)s is missing.",
            "The deal is not complete: %(count)d cards are missing, among them %(cards)s.",
            len(missing),
        )
        raise ValidationError(told % {"count": len(missing), "cards": ", ".join(missing[:3])})
    return " ".join(cards)


def _card(word: str, number: int) -> str:
    found = CARD.fullmatch(word.upper().translate(SIGNS))
    if found is None:
        told = _("Card %(number)d is “%(word)s”: write a rank and a suit, such as QH, 10S or 9♦.")
        raise ValidationError(told % {"number": number, "word": word[:20]})
    return f"{found[1].replace('10', 'T')}{found[2]}"
