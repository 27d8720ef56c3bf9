"""Notes between web processes: what one has stored, the others hear of.

A note is a hint, never the truth: whoever misses one reads the database.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import Any, Final

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

GROUP: Final = "races"
"""All processes are in one group: a message to each race's own costs more than the moves do."""

GATHER: Final = 0.1
"""Seconds in which notes gather after some have been sent; the first goes at once."""

JOINS: Final = 3
"""How often a process joins again in the time after which a channel layer forgets a member."""

NOTES_LIMIT: Final = 4096
"""Notes that may wait while the channel layer is away; the others read what they do not hear."""

RETRY_AFTER: Final = 1.0
"""Seconds until a channel layer that failed is tried again."""

LEAVE_SECONDS: Final = 1.5
"""How long a process that ends waits for its last notes to go, and then to leave the group."""

Note = dict[str, Any]


def note_on_races(codes: Collection[str]) -> dict[str, Any]:
    """Write the message that has every process read some races again.

    Anybody may send it: it belongs to no process, and is not counted.
    """
    return {"type": "notes", "origin": "", "number": 0, "notes": [[code, {}] for code in codes]}


def note_on_rights(player: int) -> dict[str, Any]:
    """Write the message that has every process look at a player's rights again; also uncounted."""
    return {"type": "rights", "player": player}


class Relay:
    """This process's line to the others: one channel, and messages of many notes.

    Messages are numbered, so that whoever has not got one knows it.
    """

    def __init__(
        self,
        hear: Callable[[str, Note], Awaitable[None]],
        missed: Callable[[], Awaitable[None]],
        look_again: Callable[[int], Awaitable[None]],
    ) -> None:
        self._hear = hear
        self._missed = missed
        self._look_again = look_again
        self.origin = secrets.token_hex(8)
        self._waiting: dict[tuple[str, int | None, bool], Note] = {}
        self._wake = asyncio.Event()
        self._number = 0
        self._heard: dict[str, int] = {}
        self._channel: str | None = None
        self._is_member = False
        self._has_left = False
        self._membership = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self.is_broken = False
        """Whether notes go nowhere and none come."""
        self._all_told = asyncio.Event()
        self._all_told.set()

    def start(self) -> None:
        """Hear the others from now on, and send what this process tells."""
        if not self._tasks:
            work = self._listen(), self._send(), self._stay()
            self._tasks = [asyncio.create_task(each) for each in work]

    def tell(self, code: str, note: Note) -> None:
        """Send a note on a race to the other processes, soon.

        A newer note on the same player, on the watchers, or on the race itself takes the place of
        one that waits.
        """
        if len(self._waiting) < NOTES_LIMIT:
            self._waiting[code, note.get("player"), "watchers" in note] = note
        self._all_told.clear()
        self._wake.set()

    async def close(self) -> None:
        """Send what waits and leave the group, so that nobody sends to a process that has ended.

        What the channel layer does not take in time is left to the others' heartbeat.
        """
        if not self._tasks:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._all_told.wait(), LEAVE_SECONDS)
        try:
            await asyncio.wait_for(self._leave(), LEAVE_SECONDS)
        except Exception as error:
            logger.warning("The other processes do not know yet that this one ends: %r", error)
        for task in self._tasks:
            task.cancel()

    async def _join(self) -> None:
        """Become a member, or stay one; nobody joins again once this process has left."""
        async with self._membership:
            if not self._has_left:
                await self._layer.group_add(GROUP, self._channel)

    async def _leave(self) -> None:
        """Leave the group and stop to listen.

        A last message to itself ends that: the channel layer swallows a cancellation at times, and
        the process would not end.
        """
        self._has_left = True
        listening, *_ = self._tasks
        async with self._membership:
            if self._channel is not None:
                await self._layer.group_discard(GROUP, self._channel)
                await self._layer.send(self._channel, {"type": "end", "origin": self.origin})
        await asyncio.wait([listening])

    async def _stay(self) -> None:
        """Join again for ever: a member that does not, since it was killed, is soon forgotten."""
        while not self._has_left:
            await asyncio.sleep(self._layer.group_expiry / JOINS)
            try:
                if self._is_member:
                    await self._join()
            except Exception as error:
                self._broke(error)

    async def _send(self) -> None:
        """Send for ever what waits, many notes in one message."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            notes, self._waiting = self._waiting, {}
            message = {
                "type": "notes",
                "origin": self.origin,
                "number": self._number,
                "notes": [[code, note] for (code, *_), note in notes.items()],
            }
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

    async def _listen(self) -> None:
        """Receive until this process leaves; after a failure, join again.

        What was missed by then is read.
        """
        while not self._has_left:
            try:
                if self._channel is None:
                    self._channel = await self._layer.new_channel()
                if not self._is_member:
                    # Always the same channel: one that nobody reads would fill up.
                    await self._join()
                    self._is_member = True
                    self._heard.clear()
                    await self._missed()
                    self._mended()
                message = await self._layer.receive(self._channel)
                if message["type"] == "rights":
                    await self._look_again(message["player"])
                elif message["origin"] != self.origin:
                    await self._take(message)
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
            logger.warning("Messages of another process are lost; reading everything again")
            await self._missed()

    def _broke(self, error: Exception) -> None:
        """Log that the line is broken, once until it is mended."""
        if not self.is_broken:
            self.is_broken = True
            logger.error("The line to the other processes is broken, trying again: %r", error)

    def _mended(self) -> None:
        if self.is_broken:
            self.is_broken = False
            logger.warning("The line to the other processes is mended")

    @property
    def _layer(self) -> Any:
        return get_channel_layer()
