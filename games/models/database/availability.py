"""Database health: the errors that mean it is unavailable, and what tests it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.db import InterfaceError, OperationalError, connection, models, transaction

SQLITE: Final = ("BUSY", "CANTOPEN", "FULL", "IOERR", "LOCKED", "NOMEM", "PROTOCOL", "READONLY")
"""SQLite errors that don't depend on the query, without the SQLITE_ prefix and the suffix."""

POSTGRESQL: Final = ("08", "25006", "40", "53", "55P03", "57", "58")
"""Prefixes of the same in PostgreSQL: connection, read-only, conflict, full, lock, end, system."""

BUSY: Final = ("SQLITE_BUSY", "SQLITE_LOCKED", "55P03")
"""Another connection is writing, so writing is possible."""

FULL: Final = ("SQLITE_FULL", "53100")
"""The disk has no room."""

UNKNOWN_TABLES: Final = ("42P01", "42703")
"""An unknown table and an unknown column, in PostgreSQL."""

NO_SUCH: Final = ("no such table", "no such column", "has no column")
"""The same in the messages of SQLite, which has no codes for them."""

WAIT_MS: Final = 1000
"""How long the probe waits for other writers."""

PAYLOAD: Final = "x" * 2000
"""About the size of a few moves."""


def is_unavailable(error: BaseException) -> bool:
    """Tell whether an error means that the database can serve no query now.

    It is down, full, read-only or too busy. An error raised while such an error is handled counts
    too, for example when the transaction then fails to end.
    """
    return any(_blames_database(link) for link in _chain(error))


def is_busy(error: BaseException) -> bool:
    """Tell whether an error only means that another connection is writing."""
    return any(_code(link) in BUSY for link in _chain(error))


def is_full(error: BaseException) -> bool:
    """Tell whether an error means that the database's disk is full."""
    return any(_code(link) in FULL for link in _chain(error))


def lacks_tables(error: BaseException) -> bool:
    """Tell whether an error means that migrations haven't run."""
    return any(
        _code(link) in UNKNOWN_TABLES
        or (_code(link) == "SQLITE_ERROR" and any(text in str(link) for text in NO_SUCH))
        for link in _chain(error)
    )


def refusal() -> str:
    """Return why PostgreSQL gives no connection: a pool would say so only after five seconds."""
    refusal = getattr(connection, "refusal", None)
    return "" if refusal is None else str(refusal())


class StorageProbe(models.Model):
    """A row written to test whether the database accepts writes. There is at most one."""

    written_at = models.DateTimeField()
    payload = models.TextField()

    def __str__(self) -> str:
        return f"storage probe {self.pk}"

    @classmethod
    def write(cls, now: datetime) -> None:
        """Replace the row, allocating new space and freeing the old.

        :raises Error: if the database cannot store it durably.
        """
        with _impatience(), transaction.atomic():
            if connection.vendor == "postgresql":
                # TRUNCATE gives the table a new file, so each probe asks the disk for space.
                with connection.cursor() as cursor:
                    cursor.execute(f"SET LOCAL lock_timeout = {WAIT_MS}")
                    cursor.execute(f"TRUNCATE {cls._meta.db_table}")
            else:
                cls.objects.all().delete()
            cls.objects.create(written_at=now, payload=PAYLOAD)


@contextmanager
def _impatience() -> Iterator[None]:
    """Limit how long SQLite waits for other writers to what a health check can afford."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        [patience] = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {WAIT_MS}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {patience}")


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _blames_database(error: BaseException) -> bool:
    code = _code(error)
    if code.startswith("SQLITE_"):
        return code.removeprefix("SQLITE_").startswith(SQLITE)
    if code:
        return code.startswith(POSTGRESQL)
    # A failed connection has no code.
    no_code = error.__cause__ is None or not _code(error.__cause__)
    return isinstance(error, InterfaceError | OperationalError) and no_code


def _code(error: BaseException) -> str:
    """Return the code of a driver's error, such as SQLITE_FULL or 53100; empty without one."""
    return getattr(error, "sqlite_errorname", "") or getattr(error, "sqlstate", None) or ""
