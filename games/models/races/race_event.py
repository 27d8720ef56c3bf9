"""Race events: what happened to races, in an order that every process sees alike.

Streams and webhooks tell of them. An event is stored with the change that it tells of, and holds
nothing but which race it was: what is told is read from the race itself, by whoever may see it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models, transaction
from django.db.models import Max, Q
from django.utils import timezone

from games.models.database.holding import held

KEPT: Final = timedelta(days=1)
"""How long an event is kept."""

AT_ONCE: Final = 1000
"""How many events are numbered in one transaction; journal writes wait for it."""


class RaceEventKind(models.TextChoices):
    """What happened."""

    OPENED = "opened", "Opened"
    CHANGED = "changed", "Changed"
    COUNTDOWN = "countdown", "Countdown"
    STARTED = "started", "Started"
    OVER = "over", "Over"
    GONE = "gone", "Gone"
    CHALLENGED = "challenged", "Challenged"


class RaceEventQuerySet(models.QuerySet["RaceEvent"]):
    def last_number(self) -> int:
        """Return the number of the last event; 0 before the first."""
        return self.aggregate(last=Max("number"))["last"] or 0

    def number_new(self) -> None:
        """Give a number to each event that has been committed since the last call.

        A sequence would number them before, and a reader that has passed a number would miss an
        event that commits late. Two callers always meet at the first event without a number.
        """
        while self.filter(number=None).exists():
            with transaction.atomic():
                new = list(held(self.filter(number=None))[:AT_ONCE])
                for number, event in enumerate(new, self.last_number() + 1):
                    event.number = number
                self.bulk_update(new, ("number",))

    def prune(self, now: datetime) -> None:
        """Delete old events, but never the last: the next number follows from it."""
        self.filter(at__lt=now - KEPT, number__lt=self.last_number()).delete()


class RaceEvent(models.Model):
    """Something that happened to a race. Without a race: it never started and was deleted."""

    number = models.PositiveBigIntegerField(
        null=True, unique=True, editable=False, help_text="Its place in the order of commits."
    )
    kind = models.CharField(max_length=10, choices=RaceEventKind.choices, editable=False)
    race = models.ForeignKey(
        "games.Race", on_delete=models.SET_NULL, null=True, related_name="events", editable=False
    )
    code = models.CharField(max_length=6, db_index=True, editable=False)
    quick = models.BooleanField(
        default=False, editable=False, help_text="Anyone could take a seat in it by a quick race."
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="+",
        editable=False,
        help_text="Whom alone it concerns; empty for all who may see the race.",
    )
    at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    objects = RaceEventQuerySet.as_manager()

    class Meta:
        # An earlier release, still running during an upgrade, writes to this table too.
        db_table = "games_event"
        indexes = (
            models.Index(fields=("id",), condition=Q(number=None), name="event_not_numbered"),
        )

    def __str__(self) -> str:
        return f"{self.code} {self.kind}"
