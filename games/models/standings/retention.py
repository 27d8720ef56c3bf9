"""Removing the actions of races that ended long ago; results, places, times and ratings stay.

What rests on actions asks `Race.actions_removed_at` first: the replay, the record, the document of
a race, reviews and the checks of events.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models.races.action import Action
from games.models.races.conflict import ConflictError
from games.models.races.entry import Entry
from games.models.races.event import Round
from games.models.races.race import Race


def removable(since: datetime) -> QuerySet[Race]:
    """Return the races that ended before an instant and whose actions nothing needs any more.

    They are booked, all their runs are analysed, and no review of them is open. Nobody races one of
    their runs as a ghost, and the event or the trial that they belong to ended before, too.
    """
    runs = Entry.objects.filter(race=OuterRef("pk"))
    last_round = Round.objects.filter(event__rounds=OuterRef("round"), ends_at__gte=since)
    haunted = Race.objects.filter(closed_at=None, ghost_race__ghost__race=OuterRef("pk"))
    return old_races(since).exclude(
        Q(booked=False)
        | Q(Exists(runs.filter(moves__gt=0, analysis=None)))
        | Q(Exists(runs.filter(_under_review())))
        | Q(Exists(last_round))
        | Q(Exists(haunted))
        | Q(attempt__trial__closes_at__gte=since)
    )


def old_races(since: datetime) -> QuerySet[Race]:
    """Return the races that ended before an instant and still have their actions, oldest first."""
    return Race.objects.filter(closed_at__lt=since, actions_removed_at=None).order_by("closed_at")


def remove_actions(race: Race, since: datetime, now: datetime) -> bool:
    """Remove the actions of a removable race, all or none; return whether this call did it.

    It didn't if the race has changed since it was loaded, or is no longer removable.
    """
    try:
        with transaction.atomic():
            race.claim()
            if not removable(since).filter(pk=race.pk).exists():
                return False
            Action.objects.filter(entry__race=race).delete()
            Race.objects.filter(pk=race.pk).update(actions_removed_at=now)
    except ConflictError:
        return False
    return True


def _under_review() -> Q:
    """Return the condition for runs that are to be reviewed, or look odd and have no ruling."""
    waits = Q(review__isnull=False, review__reviewed_at=None)
    return waits | Q(review__reviewed_at__isnull=False, rulings=None) & ~Q(review__doubts="")
