"""The games that can be raced, with their presets and options."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from django.urls import reverse
from msgspec import Meta, Struct

from games.api.requests.resource import Resource
from games.engine import GAMES


class Option(Struct, frozen=True):
    """A point on which rule books differ."""

    name: Annotated[str, Meta(description="Its name in rules: `GAME/PRESET+OPTION=VALUE`.")]
    values: Annotated[tuple[str, ...], Meta(description="Its values, the standard one first.")]


class Preset(Struct, frozen=True):
    """A named choice of options."""

    name: Annotated[str, Meta(description="Its name in rules: `GAME/PRESET`.")]
    options: Annotated[
        dict[str, str], Meta(description="The options in which it differs from `standard`.")
    ]
    help: Annotated[str, Meta(description="The address of its rules in words.")]


class Game(Struct, frozen=True):
    """A game that can be raced."""

    name: Annotated[str, Meta(description="Its name in rules and addresses.")]
    title: Annotated[str, Meta(description="Its name for people.")]
    presets: Annotated[list[Preset], Meta(description="`standard` first.")]
    options: Annotated[list[Option], Meta(description="What may differ from a preset.")]


class Games(Struct, frozen=True):
    """All games."""

    games: list[Game]


class GamesResource(Resource):
    """The games of this server."""

    kept_for = 3600

    def get(self) -> Games:
        """List the games with their presets and options."""
        return _games()


@cache
def _games() -> Games:
    # The addresses of the help take longer than all else that an answer takes.
    return Games([_game(name) for name in GAMES])


def _game(name: str) -> Game:
    game = GAMES[name]
    presets = [
        Preset(preset, dict(changes), reverse("how-to-play-preset", args=(name, preset)))
        for preset, changes in game.presets.items()
    ]
    return Game(name, game.title, presets, [Option(o.name, o.values) for o in game.options])
