"""Backups that were made: when, and how large they are."""

from __future__ import annotations

from datetime import datetime

from django.db import models


class SavedBackupQuerySet(models.QuerySet["SavedBackup"]):
    def note(self, size: int, now: datetime) -> None:
        """Note that a backup was saved; only the last is of interest."""
        made = self.create(saved_at=now, size=size)
        self.filter(pk__lt=made.pk).delete()

    def last_saved(self) -> SavedBackup | None:
        """Return the last one that `manage.py backup` made, if any."""
        return self.order_by("-pk").first()


class SavedBackup(models.Model):
    """A file that `manage.py backup` wrote. Where it is kept is the operator's business."""

    saved_at = models.DateTimeField(editable=False)
    size = models.PositiveBigIntegerField(editable=False)

    objects = SavedBackupQuerySet.as_manager()

    def __str__(self) -> str:
        return f"backup {self.pk}"
