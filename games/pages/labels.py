"""How rules and times are written for people."""

from __future__ import annotations

from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import GAMES
from games.models.deals.difficulty import Difficulty
from games.pages.howto.presets import PRESETS
from games.pages.howto.sentences import OPTIONS

DIFFICULTIES: Final = (
    (Difficulty.EASY.value, gettext_lazy("easy")),
    (Difficulty.MEDIUM.value, gettext_lazy("medium")),
    (Difficulty.HARD.value, gettext_lazy("hard")),
)
"""The difficulties with their names, the easiest first."""


def title(rules: str) -> str:
    """What the game of some rules is called."""
    return GAMES[rules.partition("/")[0]].title


def variant(rules: str) -> str:
    """The preset and the options changed in it: "Dalton, with King on Ace: not allowed"."""
    game, _slash, rest = rules.partition("/")
    preset, *changes = rest.split("+")
    name = str(PRESETS[game][preset].title)
    if not changes:
        return name
    told = "; ".join(_change(game, *change.split("=")) for change in changes)
    return _("%(preset)s, with %(changes)s") % {"preset": name, "changes": told}


def difficulty(value: str) -> str:
    """The name of a difficulty; empty if it is not known."""
    return str(dict(DIFFICULTIES).get(value, ""))


def time_text(ms: int) -> str:
    """A duration, cut to the hundredth: "3:07.42"."""
    minutes, rest = divmod(ms // 10, 6000)
    seconds, hundredths = divmod(rest, 100)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    return f"{clock}:{seconds:02}.{hundredths:02}"


def duration_text(ms: int) -> str:
    """A while, as exactly as it matters: "3.2 s", "5 s", "23 s", "1:05 min"."""
    if ms < 10_000 and ms % 1000:
        return _("%(seconds)s s") % {"seconds": number_format(ms / 1000, 1)}
    if ms < 60_000:
        return _("%(seconds)s s") % {"seconds": ms // 1000}
    minutes, seconds = divmod(ms // 1000, 60)
    return _("%(clock)s min") % {"clock": f"{minutes}:{seconds:02}"}


def _change(game: str, name: str, value: str) -> str:
    option = OPTIONS[game][name]
    return f"{option.label}: {option.values[value].label}"
