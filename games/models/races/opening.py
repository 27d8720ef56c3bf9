"""Who has opened which race, also where nothing has come of it: what limits are counted by."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.models.database.instants import to_datetime
from games.models.people.player import Player

KEPT: Final = timedelta(days=2)
"""How long it is kept who opened a race, and that one was closed before it started."""

PLACE_LENGTH: Final = 16


def place_of(player: Player, address: str) -> str:
    """Return what the guests of one address have in common; empty for an account.

    A keyed digest: who reads the database does not learn the addresses of guests.
    """
    if not player.guest or not address:
        return ""
    return salted_hmac("games.opening", address, algorithm="sha256").hexdigest()[:PLACE_LENGTH]


class OpeningQuerySet(models.QuerySet["Opening"]):
    def since(self, now: int, ms: int) -> OpeningQuerySet:
        """Those of so many milliseconds before an instant."""
        return self.filter(opened_at__gt=to_datetime(now - ms))

    def by(self, player: Player, address: str) -> OpeningQuerySet:
        """Those of a player; of a guest, those of all guests of the address."""
        if place := place_of(player, address):
            return self.filter(Q(player=player) | Q(place=place))
        return self.filter(player=player)

    def ranked(self) -> OpeningQuerySet:
        """Those that still have a secret deal from the stock, or have had it for good."""
        return self.filter(race__kind="ranked")

    def unstarted(self, now: int) -> OpeningQuerySet:
        """Those of races that may still be given up."""
        waiting = Q(race__starts_at=None) | Q(race__starts_at__gt=to_datetime(now))
        return self.filter(waiting, race__closed_at=None, race__dealt_at=None)

    def prune(self) -> None:
        """Forget what is old."""
        self.filter(opened_at__lt=timezone.now() - KEPT).delete()


class Opening(models.Model):
    """One race that a player has opened. Without its race: it never started, and was closed."""

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
