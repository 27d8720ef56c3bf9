"""Webhooks: addresses to which the site sends events, for a player or for the site itself."""

from __future__ import annotations

import secrets
from base64 import b64encode
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.database.holding import held
from games.models.people.player import Player
from games.models.people.refusals import gone
from games.models.races.race_event import RaceEvent

AT_MOST: Final = 10
"""How many webhooks a player may have."""

ADDRESS_LENGTH: Final = 500

SECRET_BYTES: Final = 32

PREFIX: Final = "whsec_"
"""What secrets begin with, as Standard Webhooks has it."""

FIRST_RETRY: Final = timedelta(seconds=10)
"""How long after a failure the next attempt comes; after each further one, four times as long."""

LAST_RETRY: Final = timedelta(hours=6)
"""The longest time between two attempts."""

GIVEN_UP_AFTER: Final = timedelta(days=7)
"""For how long every attempt fails until a webhook is disabled."""

DELIVERIES_KEPT: Final = timedelta(days=8)


class WebhookFormat(models.TextChoices):
    """What is sent."""

    JSON = "json", "JSON"
    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"


class WebhookQuerySet(models.QuerySet["Webhook"]):
    @transaction.atomic
    def make(
        self,
        player: Player | None,
        address: str,
        form: WebhookFormat,
        origin: str,
        now: datetime,
        draw: Callable[[int], bytes] = secrets.token_bytes,
    ) -> Webhook:
        """Store a webhook of a player, or of the site, that tells of events from now on.

        `origin` is the site's own, for links; `draw(n)` returns n random bytes.

        :raises GoneError: if the account was deleted.
        :raises ValidationError: if the player has as many webhooks as one may have.
        """
        if player is not None:
            if held(Player.objects.filter(pk=player.pk, deleted_at=None)).first() is None:
                raise gone()
            if self.filter(player=player).count() >= AT_MOST:
                raise ValidationError(
                    _("You have %(count)s webhooks. Delete one first."), params={"count": AT_MOST}
                )
        # While no one reads events they have no numbers, and would seem to come after it.
        RaceEvent.objects.number_new()
        return self.create(
            player=player,
            address=address,
            format=form,
            origin=origin,
            secret=PREFIX + b64encode(draw(SECRET_BYTES)).decode(),
            created_at=now,
            after=RaceEvent.objects.last_number(),
        )

    def due(self, now: datetime) -> WebhookQuerySet:
        """Return the webhooks that events wait for and that may be tried now."""
        rested = Q(retry_at=None) | Q(retry_at__lte=now)
        owned = Q(player=None) | Q(player__is_active=True)
        last = RaceEvent.objects.last_number()
        return self.filter(rested, owned, disabled_at=None, after__lt=last)


class Webhook(models.Model):
    """An address that gets events in order, each at least once."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="webhooks",
        editable=False,
        help_text="Whose events it gets; empty for the site's, which gets those of public races.",
    )
    address = models.CharField(max_length=ADDRESS_LENGTH, editable=False)
    format = models.CharField(max_length=8, choices=WebhookFormat.choices, editable=False)
    secret = models.CharField(max_length=60, editable=False)
    origin = models.CharField(max_length=200, editable=False, help_text="The site's own.")
    created_at = models.DateTimeField(editable=False)
    after = models.PositiveBigIntegerField(
        editable=False, help_text="The number of the last event that was delivered or passed."
    )
    failures = models.PositiveIntegerField(default=0, editable=False)
    failing_since = models.DateTimeField(null=True, editable=False)
    retry_at = models.DateTimeField(null=True, editable=False)
    disabled_at = models.DateTimeField(null=True, editable=False)

    objects = WebhookQuerySet.as_manager()

    def __str__(self) -> str:
        return f"webhook {self.pk}"

    def move_on(self, number: int, *, delivered: bool) -> bool:
        """Pass the events up to a number; return False if another worker has, or it is deleted."""
        mine = Webhook.objects.filter(pk=self.pk, after=self.after)
        # That an event is too old to be sent again doesn't make up for the failures.
        works = {"failures": 0, "failing_since": None, "retry_at": None} if delivered else {}
        has_moved = mine.update(after=number, **works) == 1
        self.after = number
        return has_moved

    def rest(self, until: datetime) -> None:
        """Send nothing before an instant."""
        Webhook.objects.filter(pk=self.pk, after=self.after).update(retry_at=until)

    def back_off(self, now: datetime) -> None:
        """Wait after a failed attempt, longer each time; disable it after a week of them."""
        since = self.failing_since or now
        pause = min(LAST_RETRY, FIRST_RETRY * 4 ** min(self.failures, 10))
        given_up = now - since >= GIVEN_UP_AFTER
        Webhook.objects.filter(pk=self.pk, after=self.after).update(
            failures=F("failures") + 1,
            failing_since=since,
            retry_at=now + pause,
            disabled_at=now if given_up else None,
        )


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    def prune(self, now: datetime) -> None:
        """Delete old deliveries."""
        self.filter(at__lt=now - DELIVERIES_KEPT).delete()


class Delivery(models.Model):
    """An attempt to deliver an event, and how it ended."""

    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries", editable=False
    )
    number = models.PositiveBigIntegerField(editable=False)
    kind = models.CharField(max_length=10, editable=False)
    code = models.CharField(max_length=6, editable=False)
    at = models.DateTimeField(editable=False, db_index=True)
    status = models.PositiveSmallIntegerField(
        null=True, editable=False, help_text="The receiver's HTTP status; empty if none came."
    )
    fault = models.CharField(
        max_length=200, blank=True, editable=False, help_text="Why it failed; empty if it didn't."
    )

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "deliveries"

    def __str__(self) -> str:
        return f"delivery {self.pk}"
