"""Days in a row."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

DAY = timedelta(days=1)


class Streak(NamedTuple):
    """How many days in a row, up to now and at most."""

    current: int
    longest: int


def streak(days: Iterable[date], today: date) -> Streak:
    """The streak of some days; it goes on as long as today may still be added to it."""
    longest = length = current = 0
    previous: date | None = None
    for day in sorted(set(days)):
        length = length + 1 if previous is not None and day - previous == DAY else 1
        longest = max(longest, length)
        if day in (today, today - DAY):
            current = length
        previous = day
    return Streak(current, longest)
