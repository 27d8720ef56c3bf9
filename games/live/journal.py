"""The journal: the one door through which actions become durable.

Group commit: the actions of all entries that wait are written in one transaction, while the next
batch gathers. A group (what one submission causes) is stored whole or not at all; the database
arbitrates between processes, since (entry, number) is unique.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from django.db import DatabaseError, IntegrityError, close_old_connections, connection, transaction

from games.models import Action

logger = logging.getLogger(__name__)

QUEUE_LIMIT = 4096
BATCH_LIMIT = 512

INSERT_ROW = (
    "INSERT INTO games_action (entry_id, number, ms, text, automatic) VALUES (%s, %s, %s, %s, %s)"
)
INSERT_ARRAYS = (
    "INSERT INTO games_action (entry_id, number, ms, text, automatic) "
    "SELECT * FROM unnest(%s::bigint[], %s::int[], %s::int[], %s::text[], %s::bool[])"
)


class TakenError(Exception):
    """Another process has stored an action of that number first."""


class NotStoredError(Exception):
    """The database did not confirm; whether the actions are stored must be read from it."""


@dataclass(eq=False)
class Group:
    """The actions of one submission, and the promise that they are stored."""

    actions: Sequence[Action]
    stored: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Journal:
    """A bounded queue of groups and the one writer that empties it."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Group] = asyncio.Queue(QUEUE_LIMIT)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._writer: asyncio.Task[None] | None = None

    async def append(self, actions: Sequence[Action]) -> None:
        """Return once the actions are durable; waits while the queue is full.

        :raises TakenError: if one of their numbers is stored already; none of them is stored.
        :raises NotStoredError: if the database failed.
        """
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_on())
        group = Group(actions)
        await self._queue.put(group)
        # A connection that closes cancels its own wait, never the write that others share.
        await asyncio.shield(group.stored)

    async def close(self) -> None:
        """Store what waits, then end the writer; nothing may be appended any more."""
        await self._queue.join()
        if self._writer is not None:
            self._writer.cancel()
        self._thread.shutdown()

    async def _write_on(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            batch = [await self._queue.get()]
            while len(batch) < BATCH_LIMIT and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            errors = await loop.run_in_executor(self._thread, write, batch)
            for group, error in zip(batch, errors, strict=True):
                if error is None:
                    group.stored.set_result(None)
                else:
                    group.stored.set_exception(error)
                self._queue.task_done()


def write(batch: Sequence[Group]) -> list[Exception | None]:
    """Store a batch in one transaction; for each group, None or why it is not stored."""
    close_old_connections()
    try:
        with transaction.atomic():
            _insert([action for group in batch for action in group.actions])
    except IntegrityError:
        # Somebody was first with one of the numbers. Which one is found group by group.
        return [_write_alone(group) for group in batch]
    except DatabaseError as error:
        return [_failed(error) for _ in batch]
    return [None] * len(batch)


def _write_alone(group: Group) -> Exception | None:
    try:
        with transaction.atomic():
            _insert(group.actions)
    except IntegrityError:
        return TakenError()
    except DatabaseError as error:
        return _failed(error)
    return None


def _failed(error: DatabaseError) -> NotStoredError:
    logger.error("The journal could not write: %s", error)
    connection.close()
    return NotStoredError(str(error))


def _insert(actions: Sequence[Action]) -> None:
    """One statement for all rows: measured, an ORM insert costs twice as much as its commit."""
    rows = [(a.entry_id, a.number, a.ms, a.text, a.automatic) for a in actions]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(INSERT_ARRAYS, [list(column) for column in zip(*rows, strict=True)])
        else:
            cursor.executemany(INSERT_ROW, rows)
