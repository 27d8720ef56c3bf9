"""Requests that a program may send again: each is carried out once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, TypeVar, cast

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from games.models.people.player import Player
from games.models.races.anytime import AnytimeRace
from games.models.races.event import Event
from games.models.races.race import Race

Made = TypeVar("Made", Race, AnytimeRace, Event)

MADE: Final = {Race: "race", AnytimeRace: "anytime", Event: "event"}
"""The column of what a request has made."""

KEPT: Final = timedelta(days=1)
"""For how long a request is known again."""

KEY_LENGTH: Final = 64


class OtherRequestError(Exception):
    """The key was sent before with something else."""


class RequestQuerySet(models.QuerySet["Request"]):
    @transaction.atomic
    def once(self, player: Player, key: str, asked: str, act: Callable[[], Made]) -> Made | None:
        """Return what `act` returns, or what it returned for the same request before.

        Return None if that race never started and was deleted. A request that is refused isn't
        stored, so it can be sent again. Where two arrive at once, the second waits for the first.

        :raises OtherRequestError: if the player sent this key before with something else.
        """
        request, is_new = self.select_related("race", "anytime", "event").get_or_create(
            player=player, key=key, defaults={"asked": asked}
        )
        if request.asked != asked:
            raise OtherRequestError(key)
        if not is_new:
            # `asked` says what it was.
            return cast("Made | None", request.race or request.anytime or request.event)
        made = act()
        self.filter(pk=request.pk).update(**{MADE[type(made)]: made})
        return made

    def prune(self, now: datetime) -> None:
        """Delete old requests."""
        self.filter(sent_at__lt=now - KEPT).delete()


class Request(models.Model):
    """A request of a player for a race, under a key that the player's program chose."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        editable=False,
        # The constraint below begins with the player.
        db_index=False,
    )
    key = models.CharField(max_length=KEY_LENGTH, editable=False)
    asked = models.CharField(max_length=64, editable=False, help_text="A digest of the request.")
    race = models.ForeignKey(
        "games.Race", on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    anytime = models.ForeignKey(
        "games.AnytimeRace",
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        editable=False,
    )
    event = models.ForeignKey(
        Event, on_delete=models.SET_NULL, null=True, related_name="+", editable=False
    )
    sent_at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)

    objects = RequestQuerySet.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("player", "key"), name="request_of_player"),)

    def __str__(self) -> str:
        return self.key
