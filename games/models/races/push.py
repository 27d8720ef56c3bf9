"""Pushes: notices on their way to browsers."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import models, transaction

from games.models.people.push_subscription import PushSubscription
from games.models.races.notice import Notice

FIRST_RETRY: Final = timedelta(seconds=10)
"""How long after a refusal the next attempt comes; after each further one, four times as long."""

TRIES: Final = 4


class PushQuerySet(models.QuerySet["Push"]):
    @transaction.atomic
    def send_out(self, notice: Notice, now: datetime) -> None:
        """Queue a notice for each of its player's browsers, once."""
        if Notice.objects.filter(pk=notice.pk, push_due=True).update(push_due=False) != 1:
            return
        browsers = PushSubscription.objects.filter(player=notice.player_id).order_by("pk")
        self.bulk_create(Push(notice=notice, browser=browser, due_at=now) for browser in browsers)

    def due(self, now: datetime) -> PushQuerySet:
        """Return the pushes to be tried now."""
        return self.filter(due_at__lte=now)


class Push(models.Model):
    """A notice for one browser. It is deleted when it has arrived, or is given up."""

    notice = models.ForeignKey(
        Notice, on_delete=models.CASCADE, related_name="pushes", editable=False, db_index=False
    )
    browser = models.ForeignKey(
        PushSubscription, on_delete=models.CASCADE, related_name="pushes", editable=False
    )
    tries = models.PositiveSmallIntegerField(default=0, editable=False)
    due_at = models.DateTimeField(
        null=True, editable=False, db_index=True, help_text="Empty while it is tried."
    )

    objects = PushQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "pushes"
        constraints = (
            models.UniqueConstraint(fields=("notice", "browser"), name="push_once_a_browser"),
        )

    def __str__(self) -> str:
        return f"push {self.pk}"

    def claim(self) -> bool:
        """Claim the attempt that is due; only one of the workers that try succeeds.

        One that dies before it has sent loses the push: sending it again could tell it twice.
        """
        mine = Push.objects.filter(pk=self.pk, due_at=self.due_at, due_at__isnull=False)
        return mine.update(due_at=None, tries=self.tries + 1) == 1

    def put_off(self, now: datetime) -> None:
        """Wait after the push service has refused it for now, longer each time; then give up."""
        if self.tries + 1 >= TRIES:
            self.delete()
            return
        Push.objects.filter(pk=self.pk).update(due_at=now + FIRST_RETRY * 4**self.tries)
