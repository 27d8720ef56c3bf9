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
    """A preference: its label, the labels of its values in the order shown, and its default."""

    label: Text
    values: Mapping[str, Text]
    default: str
    is_in_settings: bool = True
    """Whether the settings offer it; another is chosen where it matters."""


CHOICES: Final[Mapping[str, Choice]] = {
    "theme": Choice(
        _("Appearance"),
        {"auto": _("System"), "light": _("Light"), "dark": _("Dark")},
        default="auto",
    ),
    "back": Choice(
        _("Card backs"),
        {"leaves": _("Leaves"), "rose": _("Rose"), "weave": _("Weave")},
        default="leaves",
    ),
    "colours": Choice(_("Suit colours"), {"two": _("Two"), "four": _("Four")}, default="two"),
    "hand": Choice(
        _("Table layout"),
        {"left": _("Left-handed"), "right": _("Right-handed")},
        default="right",
    ),
    "tap": Choice(
        _("Tapping or clicking a card"),
        {
            "auto": _("Touch plays, mouse picks up"),
            "pick": _("Picks it up"),
            "best": _("Plays its best move"),
        },
        default="auto",
    ),
    "words": Choice(
        _("Table in words, and typed moves"), {"off": _("Off"), "on": _("On")}, default="off"
    ),
    "clock": Choice(_("Practice clock"), {"off": _("Hidden"), "on": _("Shown")}, default="on"),
    "keys": Choice(
        _("Keyboard shortcuts"),
        {"page": _("Anywhere on the page"), "focus": _("Only at the table")},
        default="page",
    ),
    "reactions": Choice(
        _("Reactions"), {"off": _("Muted"), "on": _("Shown")}, default="on", is_in_settings=False
    ),
    "sound": Choice(_("Sound"), {"off": _("Off"), "on": _("On")}, default="on"),
    "volume": Choice(
        _("Volume"), {"low": _("Low"), "medium": _("Medium"), "high": _("High")}, default="medium"
    ),
}
"""All preferences; pages carry the values as `data-` attributes of the root element."""


@dataclass(frozen=True)
class Preference:
    """A preference and this browser's value."""

    name: str
    label: Text
    values: Mapping[str, Text]
    value: str
    is_in_settings: bool


def preferences(request: HttpRequest) -> dict[str, list[Preference]]:
    """Return every page's context: all preferences. An invalid value in the cookie is ignored."""
    return {"preferences": list(_read(request.COOKIES.get(COOKIE, "")))}


def _read(cookie: str) -> Iterator[Preference]:
    chosen = QueryDict(cookie[:500])
    for name, choice in CHOICES.items():
        value = chosen.get(name, "")
        if value not in choice.values:
            value = choice.default
        yield Preference(name, choice.label, choice.values, value, choice.is_in_settings)
