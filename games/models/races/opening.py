"""Openings: who opened which race, even one that never started. Limits count them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.models.database.instants import to_datetime
from games.models.people.player import Player

KEPT: Final = timedelta(days=2)
"""How long an opening is kept, also as the trace of a race that never started."""

PLACE_LENGTH: Final = 16


def place_of(player: Player, address: str) -> str:
    """Return the key that the guests of one address share; empty for an account.

    It is a keyed digest, so the database doesn't reveal the addresses of guests.
    """
    if not player.guest or not address:
        return ""
    return salted_hmac("games.opening", address, algorithm="sha256").hexdigest()[:PLACE_LENGTH]


class OpeningQuerySet(models.QuerySet["Opening"]):
    def since(self, now: int, ms: int) -> OpeningQuerySet:
        """Return the openings of the last `ms` milliseconds before an instant."""
        return self.filter(opened_at__gt=to_datetime(now - ms))

    def by(self, player: Player, address: str) -> OpeningQuerySet:
        """Return the openings of a player and their bots; for a guest, of the address's guests."""
        if place := place_of(player, address):
            return self.filter(Q(player=player) | Q(place=place))
        return self.filter(player=player.person)

    def ranked(self) -> OpeningQuerySet:
        """Return the openings that hold or have used up a secret deal of the stock."""
        return self.filter(race__kind="ranked")

    def unstarted(self, now: int) -> OpeningQuerySet:
        """Return the openings of races that can still be given up."""
        waiting = Q(race__starts_at=None) | Q(race__starts_at__gt=to_datetime(now))
        return self.filter(waiting, race__closed_at=None, race__dealt_at=None)

    def prune(self, now: datetime) -> None:
        """Delete old openings, except those of races that are planned for later."""
        planned = Q(race__planned_at__gt=now)
        self.filter(~planned, opened_at__lt=now - KEPT).delete()


class Opening(models.Model):
    """A player's opening of a race; that of a bot is its owner's.

    Without a race: it never started and was deleted, or it is an any-time race.
    """

    race = models.OneToOneField(
        "games.Race", on_delete=models.SET_NULL, null=True, related_name="opening", editable=False
    )
    code = models.CharField(max_length=6, db_index=True, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="openings",
        editable=False,
        # The index below begins with the player.
        db_index=False,
    )
    place = models.CharField(
        max_length=PLACE_LENGTH,
        blank=True,
        editable=False,
        help_text="A digest of the address of a guest.",
    )
    opened_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = OpeningQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(fields=("player", "opened_at"), name="opening_of_player"),
            models.Index(
                fields=("place", "opened_at"), condition=~Q(place=""), name="opening_at_place"
            ),
            models.Index(fields=("opened_at",), name="opening_at"),
        )

    def __str__(self) -> str:
        return self.code
