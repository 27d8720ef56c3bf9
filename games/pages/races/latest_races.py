"""A player's latest races: every page asks for them, to skip questions that cost more."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from games.models import Player
from games.models.database.instants import to_datetime

LATEST: Final = 5
"""How many of a player's latest races to look at: those who play much have thousands."""

MAY_START_WITHIN: Final = timedelta(minutes=30)
"""How long a race that has not started counts as under way."""


class LatestRace(NamedTuple):
    """When a race was opened, when it starts or has started, and when it was closed.

    A practice has no `limit_s`.
    """

    created_at: datetime
    starts_at: datetime | None
    closed_at: datetime | None
    limit_s: int | None

    def may_go_on(self, now: int) -> bool:
        """Tell whether the race may be under way: no practice is, and none that never started."""
        if self.closed_at is not None or self.limit_s is None:
            return False
        return self.starts_at is not None or self.created_at > to_datetime(now) - MAY_START_WITHIN


def latest_races(player: Player) -> Sequence[LatestRace]:
    """Return a player's latest races, the latest first."""
    latest = player.entries.order_by("-pk")[:LATEST]
    columns = (f"race__{column}" for column in LatestRace._fields)
    return [LatestRace(*row) for row in latest.values_list(*columns)]
