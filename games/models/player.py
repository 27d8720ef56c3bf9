"""The players: accounts, and guests who may become accounts."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models, transaction
from django.db.models import F

from games.models.guest_names import CHANCE_BYTES, guest_name
from games.models.race import Race

NAME_LENGTH = 40


class PlayerManager(UserManager["Player"]):
    def create_guest(self, draw: Callable[[int], bytes] = secrets.token_bytes) -> Player:
        """A new guest with a friendly name; `draw` gives as many random bytes as asked for."""
        guest = self.model(
            username=f"guest-{draw(16).hex()}", name=guest_name(draw(CHANCE_BYTES)), guest=True
        )
        guest.set_unusable_password()
        guest.save()
        return guest


class Player(AbstractUser):
    """Somebody who plays: with an account, or as a guest known by a session alone."""

    name = models.CharField(max_length=NAME_LENGTH, blank=True, help_text="What others see.")
    guest = models.BooleanField(default=False)

    # One name is enough, and it need not be the real one.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    objects: ClassVar[PlayerManager] = PlayerManager()

    class Meta:
        verbose_name = "player"

    def __str__(self) -> str:
        return self.name

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; a player without a name is called by the username."""
        self.name = self.name or self.username[:NAME_LENGTH]
        super().save(*args, **kwargs)

    def become_account(self) -> None:
        """Stop being a guest, with a username and a password chosen, and keep the history."""
        self.guest = False
        self.name = ""
        self.save()

    @transaction.atomic
    def absorb(self, guest: Player) -> None:
        """Take over what a guest has played; the guest is deleted if nothing is left to it.

        Where both have a seat in the same race, each keeps its own, and the guest stays.

        :raises ValueError: if the other is no guest, or this is one.
        """
        if self.guest or not guest.guest:
            raise ValueError(f"{self.username} cannot absorb {guest.username}")
        races = list(
            guest.entries.exclude(race__entries__player=self).values_list("race", flat=True)
        )
        guest.hosted.filter(pk__in=races).update(host=self)
        guest.entries.filter(race__in=races).update(player=self)
        # Whoever has one of these races loaded has to load it again before changing it.
        Race.objects.filter(pk__in=races).update(version=F("version") + 1)
        if not guest.entries.exists():
            guest.delete()
