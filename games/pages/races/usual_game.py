"""The game that a player knows."""

from __future__ import annotations

from games.engine import GAMES
from games.models import Player


def usual_game(player: Player | None) -> str:
    """Return the game that a player was last seated in; the first one for a stranger."""
    latest = player and player.entries.order_by("-pk").values_list("race__rules", flat=True).first()
    game = (latest or "").partition("/")[0]
    return game if game in GAMES else next(iter(GAMES))
