"""Reviews: what a second look at a run has found, before any person has looked."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

from games.models.races.entry import Entry
from games.racing.doubts import Doubt

if TYPE_CHECKING:
    from datetime import datetime


class ReviewQuerySet(models.QuerySet["Review"]):
    def pending(self) -> ReviewQuerySet:
        """The reviews that are to be made, the oldest first."""
        return self.filter(reviewed_at=None).order_by("pk")

    def ask_for(self, entry: Entry) -> None:
        """Have an entry reviewed, if that has not been asked for before."""
        self.get_or_create(entry=entry)

    def note(self, entry: int, doubts: Collection[Doubt], now: datetime) -> bool:
        """Store what was found of an entry; whether it was still to be reviewed."""
        found = {"doubts": " ".join(sorted(doubts)), "reviewed_at": now}
        return self.pending().filter(entry=entry).update(**found) == 1


class Review(models.Model):
    """One entry, its record played again by the engine, and what is odd about it."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="review")
    doubts = models.CharField(
        max_length=100, blank=True, help_text="Reasons to look at it; none if it is plausible."
    )
    reviewed_at = models.DateTimeField(
        null=True, blank=True, help_text="Empty as long as it is to be reviewed."
    )

    objects = ReviewQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(fields=("-reviewed_at",), condition=~Q(doubts=""), name="review_doubtful"),
            # A chore asks every few seconds for the few that are to be made.
            models.Index(fields=("id",), condition=Q(reviewed_at=None), name="review_pending"),
        )

    def __str__(self) -> str:
        return f"review of entry {self.entry_id}"

    @property
    def verified(self) -> bool:
        """Whether the stored actions replay to the result."""
        return self.reviewed_at is not None and Doubt.RECORD not in self.doubts.split()
