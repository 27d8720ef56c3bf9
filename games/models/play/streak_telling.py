"""Telling players in a day's last hours of a streak that ends with it."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.db.models import Exists, OuterRef

from games.models.people.wishes import NoticeKind, Wishes
from games.models.races.daily import DAY, day_of, end_of
from games.models.races.notice import Notice
from games.models.races.trial import Attempt, AttemptQuerySet

LAST_MS: Final = 4 * 3_600_000
"""How long before the end of a day those are told whose streak ends with it."""

AT_ONCE: Final = 500
"""How many are told in one go; the others follow with the next."""


def tell_of_streaks(now: int) -> None:
    """Tell accounts that tried a daily on each of the two days before, and none today."""
    today = day_of(now)
    until = end_of(today)
    if now < until - LAST_MS:
        return
    cause = f"streak {today}"
    at_stake = _at_stake(today, cause).order_by("player").values_list("player", flat=True)
    if players := list(at_stake.distinct()[:AT_ONCE]):
        Notice.objects.tell(players, NoticeKind.STREAK, cause, now, until=until)


def _at_stake(today: date, cause: str) -> AttemptQuerySet:
    """Return the attempts of yesterday whose players may lose a streak and are yet to be told."""
    own = Attempt.objects.filter(player=OuterRef("player"))
    known = Notice.objects.filter(player=OuterRef("player"), kind=NoticeKind.STREAK, cause=cause)
    refusing = Wishes.objects.refusing(NoticeKind.STREAK).filter(player=OuterRef("player"))
    return Attempt.objects.tried().filter(
        Exists(own.tried().filter(trial__daily__day=today - 2 * DAY)),
        ~Exists(own.played().filter(trial__daily__day=today)),
        ~Exists(known),
        ~Exists(refusing),
        trial__daily__day=today - DAY,
        player__guest=False,
        player__is_active=True,
    )
