"""The way back to a race, from every other page."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import Q

from games.models import Player, Race
from games.models.database.instants import to_datetime

LATEST: Final = 5
"""Of so many races that a player has sat down in last, one may be under way."""

WAITED_FOR: Final = timedelta(minutes=30)
"""How long a race that does not start is kept in mind."""


def race_under_way(player: Player, now: int) -> Race | None:
    """The latest race of a player that is not over: it runs, or may start any moment."""
    latest = player.entries.order_by("-pk").values("race")[:LATEST]
    fresh = Q(created_at__gt=to_datetime(now) - WAITED_FOR)
    races = Race.objects.filter(Q(starts_at__isnull=False) | fresh, pk__in=latest)
    # A practice has no limit, and waits for as long as it has to.
    return races.filter(closed_at=None, limit_s__isnull=False).order_by("-pk").first()
