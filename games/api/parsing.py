"""Text in requests that the engine reads: rules and games."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, TypeAlias

from dmr import APIError
from msgspec import Meta

from games.api.problems import Fault, Problem, problem
from games.engine import GAMES, EngineError, Rules

RulesText: TypeAlias = Annotated[
    str,
    Meta(
        description="The rules: `GAME/PRESET+OPTION=VALUE`.",
        extra_json_schema={
            "anyOf": [
                {
                    "enum": [
                        f"{name}/{preset}"
                        for name, game in GAMES.items()
                        for preset in game.presets
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
    Meta(description="The name of a game in `/games`.", extra_json_schema={"enum": list(GAMES)}),
]
"""A game to play."""


def rules_of(text: str) -> str:
    """Return rules in their full form.

    :raises APIError: 400 if there are no such rules; it says what is wrong.
    """
    try:
        return str(Rules.parse(text))
    except EngineError as error:
        raise _wrong("rules", f"{error}.") from None


def game_of(text: str) -> str:
    """Return the name of a game.

    :raises APIError: 400 if there is no such game; it says which there are.
    """
    if text not in GAMES:
        raise _wrong("game", f"There is no game {text!r}. There are {', '.join(GAMES)}.")
    return text


def _wrong(field: str, detail: str) -> APIError[Problem]:
    status = HTTPStatus.BAD_REQUEST
    wrong = Fault(f"body.{field}", detail)
    return APIError(problem(status, detail, [wrong]), status_code=status)
