"""The game that a player knows."""

from __future__ import annotations

from games.engine import GAMES
from games.models import Player


def usual_game(player: Player | None) -> str:
    """Return the game that a player was last seated in; the first one for a stranger."""
    latest = player and player.entries.select_related("race").order_by("-pk").first()
    return latest.race.game if latest and latest.race.game in GAMES else next(iter(GAMES))
