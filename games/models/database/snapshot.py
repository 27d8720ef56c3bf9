"""Reading from one state of the database, with writing forbidden by the database itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Read from one snapshot, without holding up anybody who writes.

    A write inside raises the `DatabaseError` with which the database refuses it. Within a
    transaction that has begun, what is read is as that transaction sees it.
    """
    database: Any = connections[DEFAULT_DB_ALIAS]
    if database.vendor == "postgresql":
        with transaction.atomic():
            outermost = not database.savepoint_ids
            isolation = "ISOLATION LEVEL REPEATABLE READ, " if outermost else ""
            _execute(database, f"SET TRANSACTION {isolation}READ ONLY")
            yield
    else:
        # The site's transactions begin by locking the file for writing, as this one need not.
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
