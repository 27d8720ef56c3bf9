"""Consistent reads from one snapshot, with writes refused by the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Read from one snapshot without blocking writers.

    A write inside raises the database's `DatabaseError`. Inside a transaction that has already
    begun, reads see what that transaction sees.
    """
    database: Any = connections[DEFAULT_DB_ALIAS]
    if database.vendor == "postgresql":
        with transaction.atomic():
            outermost = not database.savepoint_ids
            isolation = "ISOLATION LEVEL REPEATABLE READ, " if outermost else ""
            _execute(database, f"SET TRANSACTION {isolation}READ ONLY")
            yield
    else:
        # Django sets the mode when it connects, and would set it again over ours.
        database.ensure_connection()
        # The site's transactions start with a write lock on the file; this one doesn't need it.
        mode = database.transaction_mode
        try:
            database.transaction_mode = None
            _execute(database, "PRAGMA query_only = ON")
            with transaction.atomic():
                yield
        finally:
            _execute(database, "PRAGMA query_only = OFF")
            database.transaction_mode = mode


def _execute(database: Any, command: str) -> None:
    with database.cursor() as cursor:
        cursor.execute(command)
