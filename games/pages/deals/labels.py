"""Names of rules and difficulties, for people."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import GAMES
from games.models.deals.difficulty import StoredDifficulty
from games.pages.deals.options import OPTIONS
from games.pages.deals.presets import PRESETS

DIFFICULTIES: Final = (
    (StoredDifficulty.EASY.value, gettext_lazy("easy")),
    (StoredDifficulty.MEDIUM.value, gettext_lazy("medium")),
    (StoredDifficulty.HARD.value, gettext_lazy("hard")),
)
"""The difficulties and their names, easiest first."""


def title(rules: str) -> str:
    """Return the title of the game that the rules belong to."""
    return GAMES[rules.partition("/")[0]].title


def variant(rules: str) -> str:
    """Return the preset and its changed options: "Dalton, with King on Ace: not allowed"."""
    game, _slash, rest = rules.partition("/")
    preset, *changes = rest.split("+")
    name = str(PRESETS[game][preset].title)
    if not changes:
        return name
    changed = "; ".join(_change(game, *change.split("=")) for change in changes)
    return _("%(preset)s, with %(changes)s") % {"preset": name, "changes": changed}


def full_title(rules: str) -> str:
    """Return the title of a game, with its rules if they aren't the usual: "Klondike: Draw one"."""
    is_usual = rules.endswith("/standard")
    return title(rules) if is_usual else f"{title(rules)}: {variant(rules)}"


def difficulty(value: str) -> str:
    """Return the name of a difficulty, or an empty text if it is unknown."""
    return str(dict(DIFFICULTIES).get(value, ""))


def _change(game: str, name: str, value: str) -> str:
    option = OPTIONS[game][name]
    return f"{option.label}: {option.values[value].label}"
