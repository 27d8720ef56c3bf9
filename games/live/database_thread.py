"""The threads in which the live race asks the database, and what it raises when none answers."""

from __future__ import annotations

import functools
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.db import Error, InterfaceError, OperationalError

from games.metrics import DATABASE_FAILURES
from games.models.database.availability import lacks_tables
from games.models.database.unmigrated import unmigrated

P = ParamSpec("P")
T = TypeVar("T")

SLOW: Final = ThreadPoolExecutor(1, thread_name_prefix="closings")

CHANGES: Final = ThreadPoolExecutor(4, thread_name_prefix="changes")


class UnavailableError(Exception):
    """The database doesn't work now: it is down, or its disk is full."""

    def log(self, logger: logging.Logger, what: str, *args: object) -> None:
        """Log what failed, a format for these arguments, and why."""
        logger.error("%s: %s", what % args, self)


class UnmigratedError(UnavailableError):
    """The database lacks tables or columns."""

    def log(self, logger: logging.Logger, what: str, *args: object) -> None:
        """Do nothing: the log says already what to do, and periodic work only waits for it."""


def in_database_thread(ask: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Ask the database in the one thread for short questions.

    :raises UnavailableError: if it cannot answer.
    """
    return database_sync_to_async(_answered(ask))


def in_closing_thread(ask: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Ask the database for longer work, in a thread that no player waits for.

    Closing and booking a race takes some hundredths of a second. When many end at once, other races
    still start, and newcomers still get in.

    :raises UnavailableError: if it cannot answer.
    """
    return database_sync_to_async(_answered(ask), thread_sensitive=False, executor=SLOW)


def in_patient_thread(ask: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Ask the database for work that may wait for a locked race.

    Meanwhile the thread for short questions serves and deals other races.

    :raises UnavailableError: if it cannot answer.
    """
    return database_sync_to_async(_answered(ask), thread_sensitive=False, executor=CHANGES)


def _answered(ask: Callable[P, T]) -> Callable[P, T]:
    @functools.wraps(ask)
    def in_thread(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return ask(*args, **kwargs)
        except Error as error:
            is_behind = lacks_tables(error)
            if not is_behind and not isinstance(error, OperationalError | InterfaceError):
                raise
            DATABASE_FAILURES.labels("live").inc()
            if is_behind:
                unmigrated.report(error)
            kind = UnmigratedError if is_behind else UnavailableError
            raise kind(str(error).partition("\n")[0]) from error

    return in_thread
