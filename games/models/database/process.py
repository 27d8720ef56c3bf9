"""The processes of the site: each writes down now and then that it runs, and what it does."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import models

EVERY: Final = timedelta(seconds=20)
"""How often a process writes its row."""

SILENT_AFTER: Final = 3 * EVERY
"""A process that has written nothing for so long has ended, or can't reach the database."""

KEPT: Final = timedelta(days=1)


class ProcessQuerySet(models.QuerySet["Process"]):
    def report(self, process: Process) -> None:
        """Store that a process runs, in one statement."""
        self.bulk_create(
            [process],
            update_conflicts=True,
            unique_fields=["key"],
            update_fields=["seen_at", "figures"],
        )

    def running(self, now: datetime) -> ProcessQuerySet:
        """Return the processes that were heard lately, by role."""
        return self.filter(seen_at__gt=now - SILENT_AFTER).order_by("role", "host", "pid")

    def prune(self, now: datetime) -> None:
        """Delete those that ended long ago."""
        self.filter(seen_at__lt=now - KEPT).delete()


class Process(models.Model):
    """A web process or worker of the site."""

    key = models.CharField(max_length=32, primary_key=True, editable=False)
    role = models.CharField(max_length=8, editable=False)
    host = models.CharField(max_length=255, editable=False)
    pid = models.PositiveIntegerField(editable=False)
    release = models.CharField(max_length=40, editable=False)
    started_at = models.DateTimeField(editable=False)
    seen_at = models.DateTimeField(editable=False, db_index=True)
    figures = models.JSONField(default=dict, editable=False)

    objects = ProcessQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "processes"

    def __str__(self) -> str:
        return f"{self.role} {self.host}:{self.pid}"
