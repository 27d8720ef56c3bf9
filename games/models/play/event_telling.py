"""Telling players how an event ended, which they may have left open or not."""

from __future__ import annotations

from typing import Final

from django.db.models import Exists, OuterRef

from games.models.database.instants import to_datetime
from games.models.people.wishes import NoticeKind
from games.models.races.entry import Entry
from games.models.races.event import Event
from games.models.races.event_results import value
from games.models.races.notice import Notice
from games.models.races.race import Race

LATE_MS: Final = 24 * 3_600_000
"""How long after its end an event is still told of, if no worker was there before."""


def tell_of_event_ends(now: int) -> None:
    """Tell those who raced in an event that is over who won it.

    It is over once all its tables are closed. A notice tells that this was done: an event in which
    no one moved a card has none.
    """
    raced = Entry.objects.filter(race__round__event=OuterRef("pk")).tried()
    going_on = Race.objects.filter(round__event=OuterRef("pk"), closed_at=None)
    known = Notice.objects.filter(event=OuterRef("pk"), kind=NoticeKind.OVER)
    over = Event.objects.filter(
        Exists(raced),
        ~Exists(going_on),
        ~Exists(known),
        ends_at__gt=to_datetime(now - LATE_MS),
        ends_at__lte=to_datetime(now),
        called_off_at=None,
    )
    for event in over:
        _tell(event, now)


def _tell(event: Event, now: int) -> None:
    found = [one for one in value(event).standings() if one.place is not None]
    removed = event.participations.filter(removed_at__isnull=False)
    first = [one.player for one in found if one.place == 1]
    Notice.objects.tell(
        {one.player for one in found} - set(removed.values_list("player", flat=True)),
        NoticeKind.OVER,
        f"event {event.pk} over",
        now,
        by=first[0] if len(first) == 1 else None,
        event=event.pk,
    )
