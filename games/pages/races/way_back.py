"""The link back to a race under way, on every other page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.db.models import Q
from django.http import HttpRequest

from games import racing
from games.models import Player, Race
from games.models.database.instants import to_datetime
from games.pages.site.clock import now

COOKIE: Final = "way-back"
"""The cookie that keeps which running race the visitor wants no link to."""

LATEST: Final = 5
"""How many of a player's latest races to look at."""

MAY_START_WITHIN: Final = timedelta(minutes=30)
"""How long a race that has not started counts as under way."""


def race_under_way(player: Player, instant: int) -> Race | None:
    """Return a player's latest race that is running or may start any moment.

    A planned one counts once its players are called to the room.
    """
    latest = player.entries.order_by("-pk").values("race")[:LATEST]
    fresh = Q(created_at__gt=to_datetime(instant) - MAY_START_WITHIN)
    races = Race.objects.filter(Q(starts_at__isnull=False) | fresh, pk__in=latest)
    far = Q(planned_at__isnull=False, planned_at__gt=to_datetime(instant + racing.NEAR))
    races = races.exclude(far)
    # A practice has no time limit and can wait indefinitely.
    return races.filter(closed_at=None, limit_s__isnull=False).order_by("-pk").first()


def line_of(request: HttpRequest, race: Race | None, page: str) -> dict[str, Any]:
    """Return what the link to a race shows on a page, unless the visitor has closed it."""
    if race is None or request.COOKIES.get(COOKIE) == race.code:
        return {"race": None}
    running = race.starts_at is not None and race.starts_at <= to_datetime(now())
    return {"race": race, "running": running, "page": page}
