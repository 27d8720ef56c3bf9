"""Whether a database does its work: which errors say that it does not, and a write that tells."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.db import InterfaceError, OperationalError, connection, models, transaction

SQLITE: Final = ("BUSY", "CANTOPEN", "FULL", "IOERR", "LOCKED", "NOMEM", "PROTOCOL", "READONLY")
"""Errors of SQLite that are not the question's fault, without SQLITE_ before and details after."""

POSTGRESQL: Final = ("08", "25006", "40", "53", "55P03", "57", "58")
"""How such errors of PostgreSQL begin: connection, read-only, conflict, full, lock, end, system."""

BUSY: Final = ("SQLITE_BUSY", "SQLITE_LOCKED", "55P03")
"""Somebody else is writing, so that writing is possible."""

WAIT_MS: Final = 1000
"""How long a write that only tells waits for those of others."""

PAYLOAD: Final = "x" * 2000
"""As much as some moves have."""


def is_unavailable(error: BaseException) -> bool:
    """Tell whether an error says that the database cannot do its work now, whatever it is asked.

    It is down, full, read-only or too busy. What was raised while such an error was handled, as by
    a transaction that then cannot be ended, says the same.
    """
    return any(_blames_database(link) for link in _chain(error))


def is_busy(error: BaseException) -> bool:
    """Tell whether an error says only that others are writing."""
    return any(_code(link) in BUSY for link in _chain(error))


class StorageProbe(models.Model):
    """A row that is written to find out whether rows can be written. There is one, or none."""

    written_at = models.DateTimeField()
    payload = models.TextField()

    def __str__(self) -> str:
        return f"storage probe {self.pk}"

    @classmethod
    def write(cls, now: datetime) -> None:
        """Write the row anew, in space of its own, and give up the space of the one before.

        :raises Error: if the database cannot store it for good.
        """
        with _impatience(), transaction.atomic():
            if connection.vendor == "postgresql":
                # The table gets a new file, so that the disk is asked for space each time.
                with connection.cursor() as cursor:
                    cursor.execute(f"SET LOCAL lock_timeout = {WAIT_MS}")
                    cursor.execute(f"TRUNCATE {cls._meta.db_table}")
            else:
                cls.objects.all().delete()
            cls.objects.create(written_at=now, payload=PAYLOAD)


@contextmanager
def _impatience() -> Iterator[None]:
    """Let SQLite wait for the writes of others no longer than a health check can."""
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
    """Yield an error and those that led to it."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _blames_database(error: BaseException) -> bool:
    code = _code(error)
    if code.startswith("SQLITE_"):
        return code.removeprefix("SQLITE_").startswith(SQLITE)
    if code:
        return code.startswith(POSTGRESQL)
    # There is no code where the connection itself has failed.
    no_code = error.__cause__ is None or not _code(error.__cause__)
    return isinstance(error, InterfaceError | OperationalError) and no_code


def _code(error: BaseException) -> str:
    """Return the code of a driver's error, such as SQLITE_FULL or 53100; empty without one."""
    return getattr(error, "sqlite_errorname", "") or getattr(error, "sqlstate", None) or ""
