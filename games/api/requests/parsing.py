"""Text in requests that the engine reads: rules and games."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Final, TypeAlias

from django.http import Http404
from msgspec import Meta

from games.api.requests.problems import refusal
from games.engine import GAMES, EngineError, Rules

RULES_EXAMPLE: Final = f"{next(iter(GAMES))}/standard"

RulesText: TypeAlias = Annotated[
    str,
    Meta(
        description="The rules: `GAME/PRESET+OPTION=VALUE`.",
        examples=[RULES_EXAMPLE],
        extra_json_schema={
            "anyOf": [
                {
                    "enum": [
                        rules
                        for name, game in GAMES.items()
                        for rules in (name, *(f"{name}/{preset}" for preset in game.presets))
                    ]
                },
                {"type": "string", "pattern": r"^[a-z-]+/[a-z-]+\+.+=.+$"},
            ]
        },
    ),
]
"""Rules to play by. The pattern is for readers of the document; the engine says what is wrong."""

GameName: TypeAlias = Annotated[
    str,
    Meta(
        description="The name of a game in `/api/v1/games`.",
        extra_json_schema={"enum": list(GAMES)},
    ),
]
"""A game to play."""


def rules_of(text: str, part: str = "body") -> str:
    """Return rules in their full form; `part` is that of the request which holds them.

    :raises APIError: 400 if there are no such rules; it says what is wrong.
    """
    try:
        return str(Rules.parse(text))
    except EngineError as error:
        # In an address, a plus sign is a space.
        hint = " Send `+` as `%2B`." if part == "query" and " " in text else ""
        raise refusal(HTTPStatus.BAD_REQUEST, f"{error}.{hint}", f"{part}.rules") from None


def game_of(text: str) -> str:
    """Return the name of a game.

    :raises APIError: 400 if there is no such game; it says which there are.
    """
    if text not in GAMES:
        said = f"There is no game {text!r}. There are {', '.join(GAMES)}."
        raise refusal(HTTPStatus.BAD_REQUEST, said, "body.game")
    return text


def found_game(name: str) -> str:
    """Return the name of a game in an address.

    :raises Http404: if there is no such game; it says where they are listed.
    """
    if name not in GAMES:
        raise Http404(f"There is no game {name}. /api/v1/games lists them.")
    return name
