"""A year of days, as a calendar with a column for each week."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

WEEKS: Final = 53
LEVELS: Final = (1, 2, 4, 8)
"""From how many races on a day is drawn stronger."""


@dataclass(frozen=True)
class Day:
    """One day: where it is drawn, and how strong."""

    week: int
    weekday: int
    level: int
    date: date
    count: int


@dataclass(frozen=True)
class Month:
    """A month as it is told: when, and how many races."""

    first: date
    count: int
    week: int
    """The column above which it is written."""


@dataclass(frozen=True)
class ActivityCalendar:
    """The days up to one, from the Monday 53 columns before."""

    days: tuple[Day, ...]
    months: tuple[Month, ...]
    count: int


def first_day(today: date) -> date:
    """The Monday that a calendar up to `today` begins with."""
    return today - timedelta(days=today.weekday(), weeks=WEEKS - 1)


def activity_calendar(counts: Mapping[date, int], today: date) -> ActivityCalendar:
    """The calendar of so many races a day, up to `today`."""
    first = first_day(today)
    dates = [first + timedelta(days=n) for n in range((today - first).days + 1)]
    by_month = Counter[date]()
    for day in dates:
        by_month[day.replace(day=1)] += counts.get(day, 0)
    return ActivityCalendar(
        days=tuple(
            Day(
                week=(day - first).days // 7,
                weekday=day.weekday(),
                level=sum(counts.get(day, 0) >= level for level in LEVELS),
                date=day,
                count=counts.get(day, 0),
            )
            for day in dates
        ),
        months=tuple(
            Month(month, count, max(0, (month - first).days + 6) // 7)
            for month, count in by_month.items()
        ),
        count=sum(by_month.values()),
    )
