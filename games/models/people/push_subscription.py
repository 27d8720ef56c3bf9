"""Browsers that a player lets the site push notices to."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import models, transaction

from games.models.database.holding import held
from games.models.people.player import Player
from games.models.people.refusals import gone

AT_MOST: Final = 10
"""How many browsers a player may have; another replaces the oldest."""

ENDPOINT_LENGTH: Final = 1000


def digest_of(text: str) -> str:
    """Return what stands for a long or secret text in an index."""
    return hashlib.sha256(text.encode()).hexdigest()


class PushSubscriptionQuerySet(models.QuerySet["PushSubscription"]):
    @transaction.atomic
    def keep(
        self, player: Player, endpoint: str, now: datetime, *, session: str, **about: str
    ) -> PushSubscription:
        """Store a browser's subscription, which is that of the player who uses the browser now.

        `session` is the key of the browser's session.

        :raises GoneError: if the account was deleted.
        """
        if held(Player.objects.filter(pk=player.pk, deleted_at=None)).first() is None:
            raise gone()
        stored, _new = self.update_or_create(
            digest=digest_of(endpoint),
            defaults={
                "player": player,
                "endpoint": endpoint,
                "session": digest_of(session),
                "created_at": now,
                **about,
            },
        )
        kept = self.filter(player=player).order_by("-created_at", "-pk")[:AT_MOST]
        self.filter(player=player).exclude(pk__in=[one.pk for one in kept]).delete()
        return stored


class PushSubscription(models.Model):
    """A browser's address at a push service, and the keys that only the browser can read with."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="push_subscriptions",
        editable=False,
    )
    endpoint = models.CharField(max_length=ENDPOINT_LENGTH, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    p256dh = models.CharField(max_length=100, editable=False, help_text="The browser's key.")
    auth = models.CharField(max_length=40, editable=False, help_text="A secret with the browser.")
    session = models.CharField(
        max_length=64, db_index=True, editable=False, help_text="A digest of its session's key."
    )
    language = models.CharField(max_length=10, editable=False)
    origin = models.CharField(max_length=200, editable=False, help_text="The site's own.")
    created_at = models.DateTimeField(editable=False)

    objects = PushSubscriptionQuerySet.as_manager()

    def __str__(self) -> str:
        return f"push subscription {self.pk}"
