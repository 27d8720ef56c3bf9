"""How a visitor likes the site to look and to play, kept in a cookie of this browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from django.http import HttpRequest, QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

COOKIE: Final = "preferences"

Text: TypeAlias = Promise | str


@dataclass(frozen=True)
class Choice:
    """A preference: its name in words, and its values in words, the usual one first."""

    label: Text
    values: Mapping[str, Text]


CHOICES: Final[Mapping[str, Choice]] = {
    "theme": Choice(
        _("Appearance"),
        {"auto": _("System"), "light": _("Light"), "dark": _("Dark")},
    ),
    "back": Choice(
        _("Backs of the cards"),
        {"leaves": _("Leaves"), "rose": _("Rose"), "weave": _("Weave")},
    ),
    "colours": Choice(_("Colours of the suits"), {"two": _("Two"), "four": _("Four")}),
    "tap": Choice(
        _("One tap or click on a card"),
        {"pick": _("Picks it up"), "best": _("Plays its best move")},
    ),
    "hand": Choice(
        _("Stock and foundations"),
        {"right": _("For the right hand"), "left": _("For the left hand")},
    ),
    "words": Choice(_("The table in words, and moves by typing"), {"off": _("Off"), "on": _("On")}),
    "keys": Choice(
        _("Letters, digits and signs as keys"),
        {"page": _("Anywhere on the page"), "focus": _("Only on what has the focus")},
    ),
    "clock": Choice(_("Clock while you practise"), {"on": _("Shown"), "off": _("Hidden")}),
    "sound": Choice(_("Sound of the countdown"), {"off": _("Off"), "on": _("On")}),
}
"""What can be preferred; the pages carry the values as `data-` marks of the root element."""


@dataclass(frozen=True)
class Preference:
    """One choice and what this browser has chosen."""

    name: str
    label: Text
    values: Mapping[str, Text]
    value: str


def preferences(request: HttpRequest) -> dict[str, list[Preference]]:
    """The context of every page: all preferences; what a cookie says amiss is not heard."""
    return {"preferences": list(_read(request.COOKIES.get(COOKIE, "")))}


def _read(cookie: str) -> Iterator[Preference]:
    chosen = QueryDict(cookie[:500])
    for name, choice in CHOICES.items():
        value = chosen.get(name, "")
        if value not in choice.values:
            value = next(iter(choice.values))
        yield Preference(name, choice.label, choice.values, value)
