"""The journal: the only way in which actions become durable.

Group commit: the waiting actions of all entries are written in one transaction, while the next
batch gathers. A group (everything one submission causes) is stored whole or not at all. The
database arbitrates between processes: (entry, number) is unique.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Any, NamedTuple

from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction

from games import tracing
from games.logged import about
from games.metrics import (
    DATABASE_FAILURES,
    JOURNAL_ACTIONS,
    JOURNAL_WAIT_SECONDS,
    JOURNAL_WRITE_SECONDS,
)

logger = logging.getLogger(__name__)

QUEUE_LIMIT = 4096
BATCH_LIMIT = 512

COLUMNS = "entry_id, number, ms, text, automatic"
INSERT = f"INSERT INTO games_action ({COLUMNS}) VALUES (%s, %s, %s, %s, %s)"  # noqa: S608
COPY = f"COPY games_action ({COLUMNS}) FROM STDIN"
WHERE = "WHERE entry_id = %s AND number BETWEEN %s AND %s ORDER BY number"
SELECT = f"SELECT {COLUMNS} FROM games_action {WHERE}"  # noqa: S608


class TakenError(Exception):
    """Another process stored an action with that number first."""


class NotStoredError(Exception):
    """The database did not confirm; only reading it tells whether the actions are stored."""


Told = Callable[[TakenError | NotStoredError | None], None]
"""Called with None once actions are durable, or with the reason why they are not."""


class JournalLine(NamedTuple):
    """An action as the journal takes it."""

    entry: int
    number: int
    ms: int
    text: str
    automatic: bool = False


class Group(NamedTuple):
    """The actions of one submission, and the callback that hears what became of them."""

    lines: Sequence[JournalLine]
    told: Told


Errors = Sequence[TakenError | NotStoredError | None]
"""For each group of a batch, None, or why it is not stored."""


class Journal:
    """A bounded queue of groups, and the thread that empties it."""

    def __init__(self) -> None:
        self._waiting: list[Group] = []
        self._waiting_since = 0.0
        self._writing: list[Group] = []
        self._batches: SimpleQueue[list[Group] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._is_called = False
        self._moved_on = asyncio.Event()

    @property
    def is_full(self) -> bool:
        """Whether the queue has no room for another group."""
        return len(self._waiting) >= QUEUE_LIMIT

    async def wait_for_space(self) -> None:
        """Wait until the journal is not full."""
        while self.is_full:
            self._moved_on.clear()
            await self._moved_on.wait()

    def append(self, lines: Sequence[JournalLine], told: Told) -> None:
        """Queue actions to be stored, all or none.

        `told` gets None once they are durable, `TakenError` if one of their numbers was stored
        already, or `NotStoredError` if the database failed. It is a callback, not a coroutine: a
        socket that closes cancels no write that others share, and a move costs no task.
        """
        if not self._waiting:
            self._waiting_since = time.perf_counter()
        self._waiting.append(Group(lines, told))
        if not self._writing and not self._is_called:
            # At the end of this iteration of the loop: what else it appends joins the batch.
            self._is_called = True
            loop = asyncio.get_running_loop()
            loop.call_soon(self._write_next, loop)

    async def close(self) -> None:
        """Store what waits, then end the thread; nothing may be appended after this."""
        while self._waiting or self._writing:
            self._moved_on.clear()
            await self._moved_on.wait()
        if self._thread is not None:
            self._batches.put(None)
            self._thread.join()

    def _write_next(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._thread is None:
            # A daemon: no one waits for what it would still write when the process ends.
            work = partial(self._work, loop)
            self._thread = threading.Thread(target=work, name="journal", daemon=True)
            self._thread.start()
        self._is_called = False
        JOURNAL_WAIT_SECONDS.observe(time.perf_counter() - self._waiting_since)
        self._writing, self._waiting = self._waiting[:BATCH_LIMIT], self._waiting[BATCH_LIMIT:]
        self._batches.put(self._writing)

    def _work(self, loop: asyncio.AbstractEventLoop) -> None:
        """Write batch after batch, in the thread, and report each to the loop."""
        while (batch := self._batches.get()) is not None:
            began = time.perf_counter()
            actions = sum(len(group.lines) for group in batch)
            JOURNAL_ACTIONS.observe(actions)
            errors = write(batch)
            JOURNAL_WRITE_SECONDS.observe(time.perf_counter() - began)
            tracing.record("journal batch", began, failed=any(errors), actions=actions)
            # A closed loop has no one left to tell.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._written, loop, errors)
        # This is the thread's own connection.
        connection.close()

    def _written(self, loop: asyncio.AbstractEventLoop, errors: Errors) -> None:
        written, self._writing = self._writing, []
        if self._waiting:
            # First, so that the database works while the callbacks run.
            self._write_next(loop)
        self._moved_on.set()
        for group, error in zip(written, errors, strict=True):
            try:
                group.told(error)
            except Exception:
                logger.exception("A callback of the journal failed")


def write(batch: Sequence[Group]) -> Errors:
    """Store a batch in one transaction; return for each group None, or why it is not stored."""
    try:
        _insert_surely([line for group in batch for line in group.lines])
    except (OperationalError, InterfaceError) as error:
        return [_failed(error)] * len(batch)
    except Exception as error:
        # One group is to blame: its number is taken, or it cannot be stored at all. Halving finds
        # it without writing the others one by one.
        if len(batch) > 1:
            half = len(batch) // 2
            return [*write(batch[:half]), *write(batch[half:])]
        return [_refused(batch[0], error) if isinstance(error, IntegrityError) else _failed(error)]
    return [None] * len(batch)


def _insert_surely(lines: Sequence[JournalLine]) -> None:
    """Store all lines; if the connection turns out to be dead, retry once on a fresh one.

    An idle connection dies unnoticed: the server was restarted, or a proxy cut it.
    """
    try:
        _insert(lines)
    except (OperationalError, InterfaceError) as error:
        # Without a connection, connecting has failed already.
        if connection.connection is None or connection.is_usable():
            raise
        logger.warning("The journal's connection was dead, reconnecting: %s", error)
        connection.close()
        _insert(lines)


def _refused(group: Group, error: IntegrityError) -> TakenError | NotStoredError | None:
    """Return None if a refused group was stored by an attempt that seemed to fail, else why not.

    A connection may die after the server has committed, before it says so. If the numbers are free,
    they are not the reason: storing the group again would fail forever.
    """
    first, last = group.lines[0], group.lines[-1]
    try:
        with connection.cursor() as cursor:
            cursor.execute(SELECT, [first.entry, first.number, last.number])
            stored = [JournalLine(*row) for row in cursor.fetchall()]
    except (OperationalError, InterfaceError) as lost:
        return _failed(lost, first.entry)
    if not stored:
        return _failed(error, first.entry)
    return None if stored == list(group.lines) else TakenError()


def _failed(error: Exception, entry: int | None = None) -> NotStoredError:
    with about(entry=entry):
        logger.error("The journal could not write: %s", error)
    DATABASE_FAILURES.labels("journal").inc()
    with suppress(Exception):
        connection.close()
    return NotStoredError(str(error))


def _insert(lines: Sequence[JournalLine]) -> None:
    """Store all lines with one statement in one transaction, on a connection that stays open.

    Sorted by entry, as everywhere, so that two processes that store the same numbers cannot
    deadlock.

    Measured: COPY takes half the processor time of an INSERT from arrays in a transaction; a
    connection that goes back to the pool each time doubles it.
    """
    lines = sorted(lines, key=lambda line: line.entry)
    if connection.vendor == "postgresql":
        with connection.wrap_database_errors, connection.cursor() as cursor:
            copying: Any = cursor
            with copying.copy(COPY) as copy:
                for line in lines:
                    copy.write_row(line)
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.executemany(INSERT, lines)
