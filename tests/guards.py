"""Rows that the database guards refuse to write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from games.models.races import guards


@contextmanager
def unguarded() -> Iterator[None]:
    """Let a test change dealt races, for example their kind or their dates."""
    if connection.vendor == "sqlite":
        guards.take_down("default")
        yield
        guards.put_up("default")
        return
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        yield
        cursor.execute("SET session_replication_role = origin")
