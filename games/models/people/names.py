"""Player names: which are allowed, and when two look alike."""

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
"""Names that could pass for the site, as letters only."""

BLANK: Final = "\u115f\u1160\u3164\uffa0"
"""Letters of Korean that stand for none, and show nothing."""

_ALIKE: Final = str.maketrans({"i": "l", "1": "l", "|": "l", "0": "o"})
"""ASCII characters that many typefaces draw alike."""


def name_key(name: str) -> str:
    """Return the key that lookalike names share: "Alice", "al1ce" and "A.LICE" have the same.

    Case, spaces and punctuation don't count. A letter counts as the ASCII letter it looks like, if
    any (Unicode's confusables, UTS #39).
    """
    letters = (_prototype(letter) for letter in unicodedata.normalize("NFKC", name))
    return "".join(filter(str.isalnum, "".join(letters).casefold().translate(_ALIKE)))


def clean_name(text: str) -> str:
    """Return a name as it is stored, with single spaces.

    :raises ValidationError: if it has invisible characters, mixes scripts that look alike, has no
        letter or digit, or is reserved.
    """
    name = " ".join(text.split())
    if any(unicodedata.category(one).startswith("C") or one in BLANK for one in name):
        raise ValidationError(_("Use only letters, digits and visible symbols."))
    if confusables.is_dangerous(name):
        raise ValidationError(
            _("“%(name)s” mixes letters from different alphabets. Use just one."),
            params={"name": name},
        )
    key = name_key(name)
    if not key:
        raise ValidationError(_("A name needs at least one letter or digit."))
    if key in _RESERVED_KEYS:
        raise _sounds_like_the_site(name)
    return name


def refuse_long(name: str) -> None:
    """Refuse a name with more characters than are shown anywhere."""
    if len(name) > NAME_LENGTH:
        raise ValidationError(
            _("A name has at most %(most)d characters; this one has %(length)d."),
            code="max_length",
            params={"most": NAME_LENGTH, "length": len(name)},
        )


def clean_title(text: str) -> str:
    """Return the name of an application as it is stored: see `clean_name`.

    :raises ValidationError: if it has the site's name in it too, as if the site asked for access.
    """
    title = clean_name(text)
    if SITE in name_key(title):
        raise _sounds_like_the_site(title)
    return title


def taken(name: str) -> ValidationError:
    """Return the refusal of a name that looks like that of another account."""
    return ValidationError(
        _("“%(name)s” is taken or too close to a name that is. Choose another one."),
        params={"name": name},
    )


def _sounds_like_the_site(name: str) -> ValidationError:
    return ValidationError(
        _("“%(name)s” sounds like the site itself. Choose another name."), params={"name": name}
    )


def _prototype(letter: str) -> str:
    """Return the ASCII letter or digit that a letter looks like, or the letter."""
    if letter.isascii():
        return letter
    found = confusables.is_confusable(letter, greedy=True, preferred_aliases=[])
    alike = (glyph["c"] for entry in found or () for glyph in entry["homoglyphs"])
    return next((c for c in alike if len(c) == 1 and c.isascii() and c.isalnum()), letter)


SITE: Final = name_key("Same Deal")

_RESERVED_KEYS: Final = frozenset(name_key(name) for name in RESERVED)
