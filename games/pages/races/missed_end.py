"""A race that has ended since its player, who was done, left its page."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Final

from django.db.models import F

from games.models import Entry, Player
from games.models.database.instants import to_datetime
from games.pages.races.latest_races import LATEST, LatestRace
from games.racing import Kind, RunState

TOLD: Final = timedelta(minutes=5)
"""How long after the end of a race the line says so; the history keeps it."""

UNSEEN: Final = timedelta(seconds=10)
"""How long before the end its player was seen last: two heartbeats and a bit."""


def missed_end(
    player: Player, closed: Collection[str], instant: int, latest: Iterable[LatestRace]
) -> Entry | None:
    """Return a player's run in such a race, unless they have closed its line."""
    ends = (race.closed_at for race in latest)
    if not any(end is not None and end > to_datetime(instant) - TOLD for end in ends):
        return None
    runs = player.entries.order_by("-pk").values("pk")[:LATEST]
    found = Entry.objects.filter(
        pk__in=runs,
        race__closed_at__gt=to_datetime(instant) - TOLD,
        race__kind__in=(Kind.CASUAL, Kind.RANKED),
        race__round=None,
        seen_at__lt=F("race__closed_at") - UNSEEN,
    )
    left = found.exclude(state__in=(RunState.FORFEIT, RunState.NO_SHOW))
    return left.exclude(race__code__in=closed).select_related("race").order_by("-pk").first()
