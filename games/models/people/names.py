"""The names of players: what may be one, and when two look alike."""

from __future__ import annotations

import unicodedata
from typing import Final

from confusable_homoglyphs import confusables
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

NAME_LENGTH: Final = 40

RESERVED: Final = frozenset(
    {
        "admin",
        "administrator",
        "anonymous",
        "bot",
        "deletedplayer",
        "guest",
        "host",
        "moderator",
        "nobody",
        "root",
        "samedeal",
        "server",
        "staff",
        "support",
        "system",
    }
)
"""Names that would speak for the site, as letters alone."""

_ALIKE: Final = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o"})
"""Signs that many faces draw alike, though all of them are ASCII."""


def name_key(name: str) -> str:
    """What all names have in common that look alike; "Alice", "al1ce" and "A.LICE" have one key.

    Letters count without case, as the ASCII letter they look like where there is one (Unicode's
    confusables, UTS #39); spaces and signs do not count.
    """
    letters = (_prototype(letter) for letter in unicodedata.normalize("NFKC", name))
    return "".join(filter(str.isalnum, "".join(letters).casefold().translate(_ALIKE)))


def clean_name(given: str) -> str:
    """A name as it is stored, with single spaces.

    :raises ValidationError: if it hides something, mixes scripts that look alike, has no letter or
        digit, or is reserved.
    """
    name = " ".join(given.split())
    if any(unicodedata.category(letter).startswith("C") for letter in name):
        raise ValidationError(_("A name has letters, digits and signs that can be seen."))
    if confusables.is_dangerous(name):
        raise ValidationError(
            _("“%(name)s” mixes letters of several scripts that look alike. Keep to one script."),
            params={"name": name},
        )
    key = name_key(name)
    if not key:
        raise ValidationError(_("A name has at least one letter or digit."))
    if key in _RESERVED_KEYS:
        raise ValidationError(
            _("“%(name)s” could be taken for the site itself. Choose another name."),
            params={"name": name},
        )
    return name


def _prototype(letter: str) -> str:
    """The ASCII letter or digit that a letter looks like, or the letter."""
    if letter.isascii():
        return letter
    found = confusables.is_confusable(letter, greedy=True, preferred_aliases=[])
    alike = (glyph["c"] for entry in found or () for glyph in entry["homoglyphs"])
    return next((c for c in alike if len(c) == 1 and c.isascii() and c.isalnum()), letter)


_RESERVED_KEYS: Final = frozenset(name_key(name) for name in RESERVED)
