"""Streaks: days in a row."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

DAY = timedelta(days=1)


class Streak(NamedTuple):
    """The length in days of the current streak and of the longest."""

    current: int
    longest: int


def streak(days: Iterable[date], today: date) -> Streak:
    """Return the streak of these days. It is current if it reaches today or yesterday."""
    longest = length = current = 0
    previous: date | None = None
    for day in sorted(set(days)):
        length = length + 1 if previous is not None and day - previous == DAY else 1
        longest = max(longest, length)
        if day in (today, today - DAY):
            current = length
        previous = day
    return Streak(current, longest)
