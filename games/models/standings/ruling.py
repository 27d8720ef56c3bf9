"""Rulings: what staff has decided about a run, with the reason, for good."""

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
from games.models.standings.board import Board
from games.models.standings.booking import boards_of, book_again
from games.models.standings.rating import rate

REASON_LENGTH: Final = 200


class Decision(models.TextChoices):
    """What can be decided."""

    CLEAR = "clear", "nothing is wrong with it"
    VOID = "void", "it does not count"
    RESTORE = "restore", "it counts again"


class RulingQuerySet(models.QuerySet["Ruling"]):
    @transaction.atomic
    def make(
        self, entry: Entry, decision: Decision, staff: Player, reason: str, now: int
    ) -> Ruling:
        """Decide about a run; a voided one loses its place, and the others move up.

        :raises RefusedError: without a reason; if the race is not over; if the run is void
            already, or is not and was to be restored.
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
            raise racing.RefusedError("not-over", "The race is not over yet.")
        if decision is not Decision.CLEAR:
            void = decision is Decision.VOID
            if bool(entry.voided) is void:
                sentence = "This run is void already." if void else "This run counts already."
                raise racing.RefusedError("decided", sentence)
            counts_on = boards_of(entry)
            entry.voided = reason if void else ""
            boards = Board.objects.hold({*counts_on, *boards_of(entry)})
            entry.save(update_fields=["voided"])
            place_again(entry.race)
            entry.refresh_from_db()
            book_again(entry, boards)
            rate(entry.race)
        return self.create(
            entry=entry,
            decision=decision,
            staff=staff,
            reason=reason,
            created_at=to_datetime(now),
        )


class Ruling(models.Model):
    """One decision of staff; never changed and never taken back, but by another one."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="rulings")
    decision = models.CharField(max_length=8, choices=Decision.choices)
    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rulings"
    )
    reason = models.CharField(max_length=REASON_LENGTH, help_text="The player reads it.")
    created_at = models.DateTimeField(default=timezone.now)

    objects = RulingQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.decision} entry {self.entry_id}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save a new ruling.

        :raises TypeError: if it is stored already.
        """
        if self.pk is not None:
            raise TypeError("a ruling stands; another one may follow it")
        super().save(*args, **kwargs)
