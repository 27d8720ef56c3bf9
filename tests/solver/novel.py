"""A game unknown to the solver: Applegate under another name, and of another class.

`python -m tests.solver.novel` is the solver's process with that game first in the registry.
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Mapping
from typing import Final
from unittest.mock import patch

from games.engine import GAMES, Board, Deal, Rules, rules
from games.engine.applegate import Applegate
from games.engine.game import Game
from games.solver import worker

NAME: Final = "novel"


def _be_applegate(game: Game, chosen: Mapping[str, str]) -> None:
    vars(game).update(vars(Applegate(chosen)))


_METHODS = {
    name: value
    for name, value in vars(Applegate).items()
    if not name.startswith("_") or callable(value)
}
NOVEL: Final = ABCMeta(
    "Novel", (Game,), {**_METHODS, "name": NAME, "title": "Novel", "__init__": _be_applegate}
)
MORE_GAMES: Final = {NAME: NOVEL, **GAMES}


def position() -> str:
    """Return a position of the game."""
    with patch.object(rules, "GAMES", MORE_GAMES):
        return Board(Rules.parse(NAME), Deal.from_key(b"1")).key()


if __name__ == "__main__":
    with patch.object(rules, "GAMES", MORE_GAMES), patch.object(worker, "GAMES", MORE_GAMES):
        worker.main()
