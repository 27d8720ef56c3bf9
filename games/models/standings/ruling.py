"""Rulings: staff's decisions about runs, with reasons, kept forever."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from games import racing
from games.models.database.holding import held
from games.models.database.instants import to_datetime
from games.models.people.player import Player
from games.models.races.closing import place_again
from games.models.races.entry import Entry
from games.models.races.race import Race
from games.models.standings.booking import book_again, leaderboard_names_of
from games.models.standings.leaderboard import Leaderboard
from games.models.standings.rating import rate

REASON_LENGTH: Final = 200


class Decision(models.TextChoices):
    """The possible decisions."""

    CLEAR = "clear", "nothing is wrong with it"
    VOID = "void", "it does not count"
    RESTORE = "restore", "it counts again"


class RulingQuerySet(models.QuerySet["Ruling"]):
    @transaction.atomic
    def make(
        self, entry: Entry, decision: Decision, staff: Player, reason: str, now: int
    ) -> Ruling:
        """Decide about a run. A voided run loses its place, and those behind it move up.

        :raises RefusedError: if there is no reason or it is too long, the race isn't over, or the
            run is already void or already counts.
        """
        reason = reason.strip()
        if not reason or len(reason) > REASON_LENGTH:
            raise racing.RefusedError(
                "no-reason",
                f"Say why, in at most {REASON_LENGTH} characters: the player reads it.",
            )
        held(Race.objects.filter(pk=entry.race_id)).get()
        entry.refresh_from_db()
        if entry.race.closed_at is None:
            raise racing.RefusedError("not-over", "The race isn't over yet.")
        if decision is not Decision.CLEAR:
            void = decision is Decision.VOID
            if bool(entry.void_reason) is void:
                sentence = "This run is already void." if void else "This run already counts."
                raise racing.RefusedError("decided", sentence)
            counts_on = leaderboard_names_of(entry)
            entry.void_reason = reason if void else ""
            leaderboards = Leaderboard.objects.hold({*counts_on, *leaderboard_names_of(entry)})
            entry.save(update_fields=["void_reason"])
            place_again(entry.race)
            entry.refresh_from_db()
            book_again(entry, leaderboards)
            rate(entry.race)
        return self.create(
            entry=entry,
            decision=decision,
            staff=staff,
            reason=reason,
            created_at=to_datetime(now),
        )


class Ruling(models.Model):
    """A decision of staff. It never changes; another ruling can follow it."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="rulings")
    decision = models.CharField(max_length=8, choices=Decision.choices)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rulings"
    )
    reason = models.CharField(max_length=REASON_LENGTH, help_text="The player reads it.")
    created_at = models.DateTimeField(default=timezone.now)

    objects = RulingQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.decision} {self.entry}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save a new ruling.

        :raises TypeError: if it is already stored.
        """
        if self.pk is not None:
            raise TypeError("a ruling stands; another one may follow it")
        super().save(*args, **kwargs)
