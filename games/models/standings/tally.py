"""Totals of a player's races, computed by the database."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Min, Q, QuerySet, Sum
from django.db.models.functions import TruncDate

from games.models.races.entry import Entry
from games.racing import RunState


class Tally(NamedTuple):
    """The totals of the runs under one set of rules; times in milliseconds."""

    rules: str
    races: int
    won: int
    best: int | None
    """The shortest time of a win."""
    fewest: int | None
    """The fewest moves of a win."""
    moves: int
    time: int
    """The sum over all runs from the start to the last action."""


def tallies(entries: QuerySet[Entry]) -> list[Tally]:
    """Return the totals of the entries by rules, most played first."""
    won = Q(state=RunState.WON)
    rows = (
        entries.order_by()
        .values("race__rules")
        .annotate(
            races=Count("pk"),
            wins=Count("pk", filter=won),
            best=Min("time_ms", filter=won),
            fewest=Min("moves", filter=won),
            all_moves=Sum("moves"),
            all_time=Sum("last_at", default=0),
        )
        .values_list("race__rules", "races", "wins", "best", "fewest", "all_moves", "all_time")
    )
    return sorted(map(Tally._make, rows), key=lambda tally: (-tally.races, tally.rules))


def active_days(entries: QuerySet[Entry], since: date) -> Mapping[date, int]:
    """Return how many of the entries ended on each UTC day since a day; empty days are left out."""
    days = entries.order_by().annotate(day=TruncDate("race__closed_at"))
    counted = days.filter(day__gte=since).values("day").annotate(n=Count("pk"))
    return dict(counted.values_list("day", "n"))
