"""Rules in words: what the help pages say, for programs."""

from __future__ import annotations

from typing import Annotated, Literal

from django.utils.translation import override
from dmr import Path, Query, modify
from msgspec import Meta, Struct

from games.api.requests.parsing import RULES_EXAMPLE, found_game, rules_of
from games.api.requests.resource import NOT_FOUND, Resource
from games.api.resources.leaderboards import GamePath
from games.engine import GAMES, Rules
from games.pages.deals.labels import title, variant
from games.pages.deals.options import OPTIONS
from games.pages.deals.presets import PRESETS
from games.pages.howto.page import sections


class InLanguage(Struct, frozen=True, forbid_unknown_fields=True):
    """In which language."""

    language: Annotated[Literal["en", "de"], Meta(description="English or German.")] = "en"


class PresetInWords(Struct, frozen=True):
    """A preset in words."""

    name: Annotated[str, Meta(description="Its name in rules: `GAME/PRESET`.")]
    title: str
    origin: Annotated[str, Meta(description="Where its rules come from.")]


class ValueInWords(Struct, frozen=True):
    """A value of an option in words."""

    value: Annotated[str, Meta(description="In rules: `GAME/PRESET+OPTION=VALUE`.")]
    label: Annotated[str, Meta(description="Fits a list of choices.")]
    sentence: Annotated[str, Meta(description="The rule that it makes.")]


class OptionInWords(Struct, frozen=True):
    """An option in words."""

    name: Annotated[str, Meta(description="Its name in rules: `GAME/PRESET+OPTION=VALUE`.")]
    label: str
    values: list[ValueInWords]


class GameInWords(Struct, frozen=True):
    """A game in words."""

    name: str
    title: str
    presets: list[PresetInWords]
    options: list[OptionInWords]


class GameResource(Resource):
    """A game in words."""

    kept_for = 3600

    @modify(extra_responses=[NOT_FOUND])
    def get(self, parsed_path: Path[GamePath], parsed_query: Query[InLanguage]) -> GameInWords:
        """Return a game's presets and options in words."""
        game = found_game(parsed_path.game)
        with override(parsed_query.language):
            return _game_in_words(game)


class Topic(Struct, frozen=True):
    """A section of the help."""

    title: str
    sentences: Annotated[list[str], Meta(description="What holds under these rules, in order.")]


class Help(Struct, frozen=True):
    """All rules of a race in words."""

    rules: Annotated[str, Meta(description="The rules in their full form.")]
    title: Annotated[str, Meta(description="The game's name for people.")]
    variant: Annotated[str, Meta(description="The preset, and how the rules differ from it.")]
    topics: list[Topic]


class HelpQuery(InLanguage, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which rules."""

    rules: Annotated[
        str,
        Meta(
            description="The rules: `GAME/PRESET+OPTION=VALUE`, with `+` sent as `%2B`.",
            examples=[RULES_EXAMPLE],
        ),
    ]


class HelpResource(Resource):
    """Rules in words."""

    kept_for = 3600

    def get(self, parsed_query: Query[HelpQuery]) -> Help:
        """Return what the help page of some rules says, topic by topic."""
        text = rules_of(parsed_query.rules, "query")
        with override(parsed_query.language):
            topics = [
                Topic(str(section.title), [str(line.text) for line in section.lines])
                for section in sections(Rules.parse(text))
            ]
            return Help(text, title(text), variant(text), topics)


def _game_in_words(name: str) -> GameInWords:
    presets = [
        PresetInWords(preset, str(text.title), str(text.origin))
        for preset, text in PRESETS[name].items()
    ]
    options = [
        OptionInWords(
            option,
            str(text.label),
            [
                ValueInWords(v, str(said.label), str(said.sentence))
                for v, said in text.values.items()
            ],
        )
        for option, text in OPTIONS[name].items()
    ]
    return GameInWords(name, GAMES[name].title, presets, options)
