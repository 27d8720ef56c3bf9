"""How rules and times are written for people."""

from __future__ import annotations

from games.engine import GAMES


def title(rules: str) -> str:
    """What the game of some rules is called."""
    return GAMES[rules.partition("/")[0]].title


def variant(rules: str) -> str:
    """The preset and the options changed in it: "Dalton, space high-run"."""
    preset, *changes = rules.partition("/")[2].split("+")
    name = preset.replace("-", " ").capitalize()
    return ", ".join([name, *(change.replace("=", " ") for change in changes)])


def time_text(ms: int) -> str:
    """A duration, cut to the hundredth: "3:07.42"."""
    minutes, rest = divmod(ms // 10, 6000)
    seconds, hundredths = divmod(rest, 100)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    return f"{clock}:{seconds:02}.{hundredths:02}"
