"""A help page as a value: what it says about some rules, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.engine import GAMES, Rules
from games.pages.howto.examples import Shown, examples
from games.pages.howto.figures import Figure, figures
from games.pages.howto.presets import PRESETS
from games.pages.howto.sentences import OPTIONS, OptionText, Text
from games.pages.howto.topics import FIXED, TOPICS

BASE_NOTE: Final = _("Here the base card is a 7, so the 6 is the high card:")


@dataclass(frozen=True)
class Line:
    """A sentence with its anchor, what shows it, and whether the standard rules say it too."""

    anchor: str
    text: Text
    standard: bool
    examples: tuple[Shown, ...]
    note: Text
    figure: Figure | None


@dataclass(frozen=True)
class Section:
    """A topic with its sentences."""

    title: Text
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Difference:
    """An option that is not as in the standard rules: where it is told, and both values."""

    anchor: str
    label: Text
    here: Text
    standard: Text


def sections(rules: Rules) -> list[Section]:
    """Everything a help page says."""
    drawn = figures(rules)
    differing = {difference.anchor for difference in differences(rules)}

    def line(name: str) -> Line:
        if option := OPTIONS[rules.game].get(name):
            text = option.values[rules.options[name]].sentence
        else:
            text = FIXED[rules.game][name]
        shown = tuple(examples(name, rules))
        note = BASE_NOTE if shown and name == "space" and "on-base" in rules.options else ""
        return Line(name, text, name not in differing, shown, note, drawn.get(name))

    return [Section(topic.title, tuple(map(line, topic.names))) for topic in TOPICS[rules.game]]


def differences(rules: Rules) -> list[Difference]:
    """The options in which some rules differ from the game's standard rules."""
    standard = Rules.of(rules.game).options
    return [
        _difference(OPTIONS[rules.game][name], name, value, standard[name])
        for name, value in rules.options.items()
        if value != standard[name]
    ]


def origin(rules: Rules) -> Text:
    """Where the rules of the nearest preset come from."""
    return PRESETS[rules.game][rules.preset].origin


def presets(game: str) -> list[Rules]:
    """The presets of a game."""
    return [Rules.of(game, preset) for preset in GAMES[game].presets]


def _difference(option: OptionText, name: str, value: str, standard: str) -> Difference:
    values = option.values
    return Difference(name, option.label, values[value].label, values[standard].label)
