"""What brings a visitor back: the streak, the last week, and the time until the next deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.utils.translation import gettext as _

from games.models import Daily, Player
from games.models.races.daily import day_of, days_tried
from games.models.standings.streak import streak
from games.pages.site.times import clock_text

DAY = timedelta(days=1)


@dataclass(frozen=True)
class StreakDay:
    """One of the last days, and whether the visitor tried a challenge on it, and solved one."""

    date: date
    tried: bool
    solved: bool


def habit(player: Player | None, instant: int) -> dict[str, Any]:
    """Return what a page shows of the visitor's streak and of the time until the next deals.

    A try keeps the streak: not every day can be won. How many were is told beside it.
    """
    day = day_of(instant)
    days = days_tried(player) if player else {}
    return {
        "newcomer": not any(days.values()),
        "streak": streak(days, day),
        "played": len(days),
        "solved": sum(days.values()),
        "kept": day in days,
        "week": _last_week(days, day),
        **countdown(Daily(day=day).ends_at - instant),
    }


def _last_week(days: Mapping[date, bool], today: date) -> list[StreakDay]:
    last = [today - number * DAY for number in reversed(range(7))]
    return [StreakDay(day, tried=day in days, solved=days.get(day, False)) for day in last]


def countdown(left: int) -> dict[str, Any]:
    """Return what a page shows of the milliseconds until the next deals."""
    hours, minutes = divmod(left // 60_000, 60)
    if hours:
        words = _("%(hours)s h %(minutes)s min")
    else:
        words = _("%(minutes)s min") if minutes else _("less than a minute")
    return {
        "left": left,
        "left_text": clock_text(left),
        "left_words": words % {"hours": hours, "minutes": minutes},
    }
