"""The game that a player knows, and the one that shows best how a race goes."""

from __future__ import annotations

from functools import cache
from typing import Final

from games.engine import GAMES, Board, Deal, Rules, view
from games.engine.diagram import HIDDEN
from games.models import Player

ANY_KEY: Final = b"same deal"
"""The key of a deal: which cards lie face down is the same in all."""


def usual_game(player: Player | None) -> str | None:
    """Return the game that a player was last seated in; none for a stranger."""
    latest = player and player.entries.select_related("race").order_by("-pk").first()
    return latest.race.game if latest and latest.race.game in GAMES else None


@cache
def open_game() -> str:
    """Return the first game whose cards all lie open."""
    for game in GAMES:
        board = Board(Rules.of(game), Deal.from_key(ANY_KEY))
        if HIDDEN not in " ".join(view(board)["piles"].values()):
            return game
    return next(iter(GAMES))
