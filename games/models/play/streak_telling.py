"""Telling players in a day's last hours of a streak that ends with it."""

from __future__ import annotations

from datetime import date
from typing import Final

from games.models.people.wishes import NoticeKind
from games.models.races.daily import DAY, day_of, end_of
from games.models.races.notice import Notice
from games.models.races.trial import Attempt, AttemptQuerySet

LAST_MS: Final = 4 * 3_600_000
"""How long before the end of a day those are told whose streak ends with it."""


def tell_of_streaks(now: int) -> None:
    """Tell accounts that tried a daily on each of the two days before, and none today."""
    today = day_of(now)
    until = end_of(today)
    if now < until - LAST_MS:
        return
    cause = f"streak {today}"
    known = Notice.objects.filter(kind=NoticeKind.STREAK, cause=cause)
    at_stake = (
        _tries(today - DAY)
        .filter(player__guest=False, player__in=_tries(today - 2 * DAY).values("player"))
        .exclude(player__in=_tries(today).values("player"))
        .exclude(player__in=known.values("player"))
    )
    if players := set(at_stake.values_list("player", flat=True)):
        Notice.objects.tell(players, NoticeKind.STREAK, cause, now, until=until)


def _tries(day: date) -> AttemptQuerySet:
    return Attempt.objects.tried().filter(trial__daily__day=day)
