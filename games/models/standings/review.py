"""Reviews: automatic second looks at runs, before staff looks."""

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
        """Return the reviews still to be made, oldest first."""
        return self.filter(reviewed_at=None).order_by("pk")

    def undecided(self) -> ReviewQuerySet:
        """Return the reviews that found something odd, of runs without a ruling."""
        return self.exclude(reviewed_at=None).exclude(doubts="").filter(entry__rulings=None)

    def ask_for(self, entry: Entry) -> None:
        """Request a review of an entry, unless its actions are removed: there is nothing to replay.

        Requesting it again changes nothing.
        """
        if entry.race.actions_removed_at is None:
            self.get_or_create(entry=entry)

    def note(self, entry: int, doubts: Collection[Doubt], now: datetime) -> bool:
        """Store the doubts about an entry; return whether its review was pending."""
        found = {"doubts": " ".join(sorted(doubts)), "reviewed_at": now}
        return self.pending().filter(entry=entry).update(**found) == 1


class Review(models.Model):
    """The review of an entry: its record replayed by the engine, and the doubts about it."""

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
            # A background task queries the few pending ones every few seconds.
            models.Index(fields=("id",), condition=Q(reviewed_at=None), name="review_pending"),
        )

    def __str__(self) -> str:
        return f"review of {self.entry}"

    @property
    def verified(self) -> bool:
        """Whether the stored actions replay to the result."""
        return self.reviewed_at is not None and Doubt.RECORD not in self.doubts.split()
