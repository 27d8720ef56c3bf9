"""How rules and times are written for people."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine import GAMES
from games.pages.howto.presets import PRESETS
from games.pages.howto.sentences import OPTIONS


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


def time_text(ms: int) -> str:
    """A duration, cut to the hundredth: "3:07.42"."""
    minutes, rest = divmod(ms // 10, 6000)
    seconds, hundredths = divmod(rest, 100)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    return f"{clock}:{seconds:02}.{hundredths:02}"


def _change(game: str, name: str, value: str) -> str:
    option = OPTIONS[game][name]
    return f"{option.label}: {option.values[value].label}"
