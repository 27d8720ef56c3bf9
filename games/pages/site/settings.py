"""A visitor's preferences on looks and controls, kept in a cookie of this browser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from games.pages.site.text import Text

COOKIE: Final = "preferences"


@dataclass(frozen=True)
class Choice:
    """A preference: its label, and the labels of its values, the default first."""

    label: Text
    values: Mapping[str, Text]


CHOICES: Final[Mapping[str, Choice]] = {
    "theme": Choice(
        _("Appearance"),
        {"auto": _("System"), "light": _("Light"), "dark": _("Dark")},
    ),
    "back": Choice(
        _("Card backs"),
        {"leaves": _("Leaves"), "rose": _("Rose"), "weave": _("Weave")},
    ),
    "colours": Choice(_("Suit colours"), {"two": _("Two"), "four": _("Four")}),
    "tap": Choice(
        _("Tapping or clicking a card"),
        {
            "auto": _("Automatic"),
            "pick": _("Picks it up"),
            "best": _("Plays its best move"),
        },
    ),
    "hand": Choice(
        _("Table layout"),
        {"right": _("Right-handed"), "left": _("Left-handed")},
    ),
    "words": Choice(_("Table in words, and typed moves"), {"off": _("Off"), "on": _("On")}),
    "keys": Choice(
        _("Keyboard shortcuts"),
        {"page": _("Anywhere on the page"), "focus": _("Only where the focus is")},
    ),
    "clock": Choice(_("Practice clock"), {"on": _("Shown"), "off": _("Hidden")}),
    "sound": Choice(_("Sound"), {"on": _("On"), "off": _("Off")}),
    "volume": Choice(_("Volume"), {"medium": _("Medium"), "low": _("Low"), "high": _("High")}),
}
"""All preferences; pages carry the values as `data-` attributes of the root element."""


@dataclass(frozen=True)
class Preference:
    """A preference and this browser's value."""

    name: str
    label: Text
    values: Mapping[str, Text]
    value: str


def preferences(request: HttpRequest) -> dict[str, list[Preference]]:
    """Return every page's context: all preferences. An invalid value in the cookie is ignored."""
    return {"preferences": list(_read(request.COOKIES.get(COOKIE, "")))}


def _read(cookie: str) -> Iterator[Preference]:
    chosen = QueryDict(cookie[:500])
    for name, choice in CHOICES.items():
        value = chosen.get(name, "")
        if value not in choice.values:
            value = next(iter(choice.values))
        yield Preference(name, choice.label, choice.values, value)
