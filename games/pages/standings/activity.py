"""A year of activity, as a calendar with a column for each week."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

WEEKS: Final = 53
LEVELS: Final = (1, 2, 4, 8)
"""The number of races in a day from which each stronger shade is drawn."""

SIDE: Final = 12
"""From one day's square to the next."""


@dataclass(frozen=True)
class ActivityDay:
    """One day: where it is drawn, and in which shade."""

    week: int
    weekday: int
    level: int
    date: date
    count: int


@dataclass(frozen=True)
class ActivityMonth:
    """A month: its first day, its number of races, and where its name stands."""

    first: date
    count: int
    week: int
    """The column that the name stands above."""


@dataclass(frozen=True)
class ActivityCalendar:
    """The days up to and including one, in 53 columns from a Monday on."""

    days: tuple[ActivityDay, ...]
    months: tuple[ActivityMonth, ...]
    count: int

    @property
    def drawing(self) -> SafeString:
        """The days as squares of an SVG: a template takes ten times as long for so many."""
        language = get_language()
        return format_html_join(
            "",
            '<rect class="day-{}" x="{}" y="{}" width="10" height="10" rx="2">'
            "<title>{}: {}</title></rect>",
            (
                (
                    day.level,
                    SIDE * day.week,
                    SIDE * day.weekday,
                    _named(day.date, language),
                    day.count,
                )
                for day in self.days
            ),
        )


@lru_cache(maxsize=2000)
def _named(day: date, language: str | None) -> str:
    """Return a date in the language, which is the active one."""
    return date_format(day)


def first_day(today: date) -> date:
    """Return the Monday on which a calendar up to `today` begins."""
    return today - timedelta(days=today.weekday(), weeks=WEEKS - 1)


def activity_calendar(counts: Mapping[date, int], today: date) -> ActivityCalendar:
    """Return the calendar up to `today`, given the number of races on each day."""
    first = first_day(today)
    dates = [first + timedelta(days=n) for n in range((today - first).days + 1)]
    by_month = Counter[date]()
    for day in dates:
        by_month[day.replace(day=1)] += counts.get(day, 0)
    return ActivityCalendar(
        days=tuple(
            ActivityDay(
                week=(day - first).days // 7,
                weekday=day.weekday(),
                level=sum(counts.get(day, 0) >= level for level in LEVELS),
                date=day,
                count=counts.get(day, 0),
            )
            for day in dates
        ),
        months=tuple(
            ActivityMonth(month, count, min(WEEKS - 1, max(0, (month - first).days + 6) // 7))
            for month, count in by_month.items()
        ),
        count=sum(by_month.values()),
    )
