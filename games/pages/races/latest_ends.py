"""When a player's latest races ended: every page asks, to skip questions that cost more."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, TypeAlias

from games.models import Player

LATEST: Final = 5
"""How many of a player's latest races to look at: those who play much have thousands."""

Ends: TypeAlias = Sequence[datetime | None]
"""When a player's latest races were closed, the latest first; None for one that isn't."""


def latest_ends(player: Player) -> Ends:
    """Return when a player's latest races were closed."""
    latest = player.entries.order_by("-pk")[:LATEST]
    return list(latest.values_list("race__closed_at", flat=True))
