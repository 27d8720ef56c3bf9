"""Notes between web processes: what one has stored, the others hear of.

A note is a hint, never the truth: whoever misses one reads the database.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any, Final

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

GROUP: Final = "races"
"""All processes are in one group: a message to each race's own costs more than the moves do."""

GATHER: Final = 0.1
"""Seconds in which notes gather after some have been sent; the first goes at once."""

REJOIN: Final = 3600.0
"""Seconds after which a process joins again, since a channel layer forgets its members in time."""

NOTES_LIMIT: Final = 4096
"""Notes that may wait while the channel layer is away; the others read what they do not hear."""

RETRY_AFTER: Final = 1.0
"""Seconds until a channel layer that failed is tried again."""

Note = dict[str, Any]


class Relay:
    """This process's line to the others: one channel, and messages of many notes.

    Messages are numbered, so that whoever has not got one knows it.
    """

    def __init__(
        self,
        hear: Callable[[str, Note], Awaitable[None]],
        missed: Callable[[], Awaitable[None]],
    ) -> None:
        self._hear = hear
        self._missed = missed
        self.origin = secrets.token_hex(8)
        self._waiting: dict[tuple[str, int | None, bool], Note] = {}
        self._wake = asyncio.Event()
        self._number = 0
        self._heard: dict[str, int] = {}
        self._channel: str | None = None
        self._is_member = False
        self._joined_at = 0.0
        self._tasks: list[asyncio.Task[None]] = []
        self.is_broken = False
        """Whether notes go nowhere and none come."""
        self._all_told = asyncio.Event()
        self._all_told.set()

    def start(self) -> None:
        """Hear the others from now on, and send what this process tells."""
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._send())]

    def tell(self, code: str, note: Note) -> None:
        """Send a note on a race to the other processes, soon.

        A newer note on the same player, on the watchers, or on the race itself takes the place of
        one that waits.
        """
        if len(self._waiting) < NOTES_LIMIT:
            self._waiting[code, note.get("player"), "watchers" in note] = note
        self._all_told.clear()
        self._wake.set()

    async def told(self) -> None:
        """Wait until nothing waits to be sent."""
        await self._all_told.wait()

    async def keep(self) -> None:
        """Stay a member of the group however long the process lives; to be called at times."""
        now = asyncio.get_running_loop().time()
        if self._channel is not None and self._is_member and now - self._joined_at > REJOIN:
            await self._layer.group_add(GROUP, self._channel)
            self._joined_at = now

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
        """Receive for ever; after a failure, join again and read what was missed."""
        while True:
            try:
                if self._channel is None:
                    self._channel = await self._layer.new_channel()
                if not self._is_member:
                    # Always the same channel: one that nobody reads would fill up.
                    await self._layer.group_add(GROUP, self._channel)
                    self._is_member = True
                    self._joined_at = asyncio.get_running_loop().time()
                    self._heard.clear()
                    await self._missed()
                    self._mended()
                message = await self._layer.receive(self._channel)
                if message["origin"] != self.origin:
                    await self._take(message)
            except Exception as error:
                self._broke(error)
                self._is_member = False
                await asyncio.sleep(RETRY_AFTER)

    async def _take(self, message: dict[str, Any]) -> None:
        origin, number = message["origin"], message["number"]
        expected = self._heard.get(origin, number)
        self._heard[origin] = number + 1
        if number != expected:
            logger.warning("Messages of another process are lost; reading everything again")
            await self._missed()
        for code, note in message["notes"]:
            await self._hear(code, note)

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
