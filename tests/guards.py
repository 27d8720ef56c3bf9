"""Histories that the guards of the database let nobody write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from games.models.races import guards


@contextmanager
def unguarded() -> Iterator[None]:
    """Let a test change races that are dealt: to make one of another kind, or of long ago."""
    if connection.vendor == "sqlite":
        guards.take_down("default")
        yield
        guards.put_up("default")
        return
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        yield
        cursor.execute("SET session_replication_role = origin")
