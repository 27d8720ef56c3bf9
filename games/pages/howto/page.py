"""A help page as a value: everything it says about a set of rules, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.engine import GAMES, Rules
from games.pages.deals.options import OPTIONS, OptionText
from games.pages.deals.presets import PRESETS
from games.pages.howto.examples import ShownExample, examples
from games.pages.howto.figures import Figure, figures
from games.pages.howto.topics import FIXED, TOPICS
from games.pages.site.text import Text

BASE_NOTE: Final = _("Here the base card is a 7, so the 6 is the high card:")


@dataclass(frozen=True)
class HelpLine:
    """A sentence: its anchor, its illustrations, and whether it holds in the standard rules too."""

    anchor: str
    text: Text
    standard: bool
    examples: tuple[ShownExample, ...]
    note: Text
    figure: Figure | None


@dataclass(frozen=True)
class Section:
    """A topic and its sentences."""

    title: Text
    lines: tuple[HelpLine, ...]


@dataclass(frozen=True)
class Difference:
    """An option that differs from the standard rules: its anchor, and both values."""

    anchor: str
    label: Text
    here: Text
    standard: Text


def sections(rules: Rules) -> list[Section]:
    """Return everything a help page says, topic by topic."""
    drawn = figures(rules)
    differing = {difference.anchor for difference in differences(rules)}

    def line(name: str) -> HelpLine:
        text = sentence(name, rules)
        shown = tuple(examples(name, rules))
        note = BASE_NOTE if shown and name == "space" and "on-base" in rules.options else ""
        return HelpLine(name, text, name not in differing, shown, note, drawn.get(name))

    return [Section(topic.title, tuple(map(line, topic.names))) for topic in TOPICS[rules.game]]


def sentence(name: str, rules: Rules) -> Text:
    """Return the sentence at an anchor."""
    if option := OPTIONS[rules.game].get(name):
        return option.values[rules.options[name]].sentence
    return FIXED[rules.game][name]


def differences(rules: Rules) -> list[Difference]:
    """List the options that differ from the game's standard rules."""
    standard = Rules.of(rules.game).options
    return [
        _difference(OPTIONS[rules.game][name], name, value, standard[name])
        for name, value in rules.options.items()
        if value != standard[name]
    ]


def origin(rules: Rules) -> Text:
    """Return the sentence on where the nearest preset's rules come from."""
    return PRESETS[rules.game][rules.preset].origin


def presets(game: str) -> list[Rules]:
    """Return the rules of each of a game's presets."""
    return [Rules.of(game, preset) for preset in GAMES[game].presets]


def _difference(option: OptionText, name: str, value: str, standard: str) -> Difference:
    values = option.values
    return Difference(name, option.label, values[value].label, values[standard].label)
