"""Notes between web processes about what each has stored.

A note is a hint, never the truth: a process that misses one reads the database.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import Any, Final

from channels.layers import get_channel_layer

from games.live.notes import ChangeNote, Note, ReactionNote, RunNote, to_wire
from games.metrics import REDIS_FAILURES, RELAY_LAG_SECONDS, RELAY_LOST, RELAY_UP

logger = logging.getLogger(__name__)

GROUP: Final = "races"
"""All processes share one group: a group for each race would cost more than the moves."""

GATHER: Final = 0.1
"""Seconds in which notes gather after a message; the first goes at once."""

BACK_WITHIN: Final = 5.0
"""Seconds to wait at most for a message to come back before the next is sent."""

JOINS: Final = 3
"""How often a process renews its membership before the channel layer forgets it."""

NOTES_LIMIT: Final = 4096
"""Notes that may wait while the channel layer is away; the others read what they miss."""

RETRY_AFTER: Final = 1.0
"""Seconds until a failed channel layer is tried again."""

LEAVE_SECONDS: Final = 1.5
"""How long a process that ends waits to send its last notes, and then to leave the group."""


def note_on_races(codes: Collection[str]) -> dict[str, Any]:
    """Return the message that has every process read some races again.

    Any process may send it: it has no origin, and is not counted.
    """
    notes = [[code, to_wire(ChangeNote())] for code in codes]
    return {"type": "notes", "origin": "", "number": 0, "notes": notes}


def note_on_rights(player: int) -> dict[str, Any]:
    """Return the message that has every process check a player's rights again; also uncounted."""
    return {"type": "rights", "player": player}


class Relay:
    """This process's line to the others: one channel, and messages of many notes.

    Messages are numbered, so that a process that misses one knows it.
    """

    def __init__(
        self,
        hear: Callable[[str, dict[str, Any]], Awaitable[None]],
        missed: Callable[[], Awaitable[None]],
        check_rights: Callable[[int], Awaitable[None]],
    ) -> None:
        self._hear = hear
        self._missed = missed
        self._check_rights = check_rights
        self.taps: list[Callable[[dict[str, Any]], None]] = []
        """What else hears every message, this process's own too."""
        self.origin = secrets.token_hex(8)
        self._waiting: dict[tuple[str, type[Note], int | None], Note] = {}
        self._wake = asyncio.Event()
        self._number = 0
        self._sent = (0, 0.0)
        """The number of the last message, and when it was sent; it comes back to this process."""
        self._is_back = asyncio.Event()
        self._heard: dict[str, int] = {}
        self._channel: str | None = None
        self._is_member = False
        self._has_left = False
        self._membership = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self.is_broken = False
        """Whether notes are neither sent nor received."""
        self._all_told = asyncio.Event()
        self._all_told.set()

    def start(self) -> None:
        """Start to receive notes, and to send those of this process."""
        if not self._tasks:
            work = self._listen(), self._send(), self._stay()
            self._tasks = [asyncio.create_task(each) for each in work]

    def tell(self, code: str, note: Note) -> None:
        """Send a note on a race to the other processes, soon.

        It replaces a waiting note of its kind on the same player, or on the race.
        """
        if len(self._waiting) < NOTES_LIMIT:
            self._waiting[code, type(note), _player(note)] = note
        self._all_told.clear()
        self._wake.set()

    async def close(self) -> None:
        """Send what waits and leave the group, so that no one sends to a process that has ended.

        The others' heartbeats make up for what the channel layer does not take in time.
        """
        if not self._tasks:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._all_told.wait(), LEAVE_SECONDS)
        try:
            await asyncio.wait_for(self._leave(), LEAVE_SECONDS)
        except Exception as error:
            logger.warning("Could not leave the group of processes: %r", error)
        for task in self._tasks:
            task.cancel()

    async def _join(self) -> None:
        """Join the group or renew the membership, unless this process has left."""
        async with self._membership:
            if not self._has_left:
                await self._layer.group_add(GROUP, self._channel)

    async def _leave(self) -> None:
        """Leave the group and stop listening.

        A last message to itself stops that. The channel layer sometimes swallows a cancellation,
        and the process would not end.
        """
        self._has_left = True
        listening, *_ = self._tasks
        async with self._membership:
            if self._channel is not None:
                await self._layer.group_discard(GROUP, self._channel)
                await self._layer.send(self._channel, {"type": "end", "origin": self.origin})
        await asyncio.wait([listening])

    async def _stay(self) -> None:
        """Keep renewing the membership; that of a killed process soon expires."""
        while not self._has_left:
            await asyncio.sleep(self._layer.group_expiry / JOINS)
            try:
                if self._is_member:
                    await self._join()
            except Exception as error:
                self._broke(error)

    async def _send(self) -> None:
        """Keep sending what waits, many notes in one message."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            notes, self._waiting = self._waiting, {}
            message = {
                "type": "notes",
                "origin": self.origin,
                "number": self._number,
                "notes": [[code, to_wire(note)] for (code, *_), note in notes.items()],
            }
            self._sent = self._number, time.perf_counter()
            self._is_back.clear()
            try:
                await self._layer.group_send(GROUP, message)
            except Exception as error:
                self._broke(error)
                self._waiting = notes | self._waiting
                self._wake.set()
                await asyncio.sleep(RETRY_AFTER)
            else:
                self._number += 1
                if self._is_member:
                    self._mended()
                if not self._waiting:
                    self._all_told.set()
                await asyncio.sleep(GATHER)
                await self._return()

    async def _return(self) -> None:
        """Wait until the last message has come back.

        Receiving one takes a busy process as long as sending one, and it hears all the others. Were
        they to send on meanwhile, it would fall behind until the channel layer drops messages.
        """
        if self._is_member:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_back.wait(), BACK_WITHIN)

    async def _listen(self) -> None:
        """Receive until this process leaves.

        After a failure, join again and read what was missed.
        """
        while not self._has_left:
            try:
                if self._channel is None:
                    self._channel = await self._layer.new_channel()
                if not self._is_member:
                    # Always the same channel: an abandoned one would fill up.
                    await self._join()
                    self._is_member = True
                    self._heard.clear()
                    await self._missed()
                    self._mended()
                message = await self._layer.receive(self._channel)
                for tap in self.taps:
                    tap(message)
                if message["type"] == "rights":
                    await self._check_rights(message["player"])
                elif message["origin"] != self.origin:
                    await self._take(message)
                elif message.get("number") == self._sent[0]:
                    RELAY_LAG_SECONDS.observe(time.perf_counter() - self._sent[1])
                    self._is_back.set()
            except Exception as error:
                self._broke(error)
                self._is_member = False
                await asyncio.sleep(RETRY_AFTER)

    async def _take(self, message: dict[str, Any]) -> None:
        if origin := message["origin"]:
            await self._count(origin, message["number"])
        for code, note in message["notes"]:
            await self._hear(code, note)

    async def _count(self, origin: str, number: int) -> None:
        expected = self._heard.get(origin, number)
        self._heard[origin] = number + 1
        if number != expected:
            logger.warning("Messages of another process were lost; reading everything again")
            RELAY_LOST.inc()
            await self._missed()

    def _broke(self, error: Exception) -> None:
        """Log that the line is down, once until it is up again."""
        REDIS_FAILURES.labels("relay").inc()
        RELAY_UP.set(0)
        if not self.is_broken:
            self.is_broken = True
            logger.error("The connection to the other processes is down, retrying: %r", error)

    def _mended(self) -> None:
        RELAY_UP.set(1)
        if self.is_broken:
            self.is_broken = False
            logger.warning("The connection to the other processes is back")

    @property
    def _layer(self) -> Any:
        return get_channel_layer()


def _player(note: Note) -> int | None:
    match note:
        case RunNote(player=player) | ReactionNote(reacted=player):
            return player
        case _:
            return None
