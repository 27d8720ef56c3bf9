"""Public races: those under way, and planned ones that begin soon."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import Case, F, Q, When

from games.models.database.instants import to_datetime
from games.models.races.race import Race, RaceQuerySet
from games.models.visibility import listed

SOON: Final = timedelta(days=1)
"""How long before its start a planned race is listed."""


def under_way(now: int) -> RaceQuerySet:
    """Return the public races under way, the newest first."""
    return Race.objects.limited(now).filter(listed()).order_by("-pk").seated()


def ahead(now: int) -> RaceQuerySet:
    """Return the public planned races that begin soon, the next one first."""
    return under_way_or_ahead(now).filter(starts_at__gt=to_datetime(now))


def under_way_or_ahead(now: int) -> RaceQuerySet:
    """Return both, those under way first."""
    instant = to_datetime(now)
    # The first conditions let the query use the index of races that are not closed.
    races = Race.objects.filter(
        closed_at=None, limit_s__isnull=False, starts_at__lte=instant + SOON
    )
    known = listed() & (Q(starts_at__lte=instant) | Q(planned_at__isnull=False))
    begins = Case(When(starts_at__gt=instant, then=F("starts_at")))
    return races.filter(known).order_by(begins.asc(nulls_first=True), "-pk").seated()
