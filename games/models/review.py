"""Reviews: what a second look at a run has found, before any person has looked."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import QuerySet
from django.utils import timezone

from games import racing
from games.models.entry import Entry
from games.racing.doubts import Doubt

if TYPE_CHECKING:
    from datetime import datetime


class ReviewQuerySet(models.QuerySet["Review"]):
    def missing(self) -> QuerySet[Entry]:
        """The entries that count and have not been reviewed, the oldest first."""
        won = Entry.objects.counted().filter(
            state=racing.RunState.WON, race__closed_at__isnull=False
        )
        return won.filter(review=None).order_by("pk")

    def note(self, entry: int, doubts: Collection[Doubt], now: datetime) -> Review:
        """Store what was found of an entry; the first to review it decides."""
        found = {"doubts": " ".join(sorted(doubts)), "reviewed_at": now}
        return self.get_or_create(entry_id=entry, defaults=found)[0]


class Review(models.Model):
    """One entry, its record played again by the engine, and what is odd about it."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="review")
    doubts = models.CharField(
        max_length=100, blank=True, help_text="Reasons to look at it; none if it is plausible."
    )
    reviewed_at = models.DateTimeField(default=timezone.now)

    objects = ReviewQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(
                fields=("-reviewed_at",), condition=~models.Q(doubts=""), name="review_doubtful"
            ),
        )

    def __str__(self) -> str:
        return f"review of entry {self.entry_id}"

    @property
    def verified(self) -> bool:
        """Whether the stored actions replay to the result."""
        return Doubt.RECORD not in self.doubts.split()
