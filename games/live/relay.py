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

RETRY_AFTER: Final = 1.0
"""Seconds until a channel layer that failed is tried again."""

Note = dict[str, Any]


class Relay:
    """This process's line to the others: one channel, which joins a group for each live race."""

    def __init__(
        self,
        hear: Callable[[str, Note], Awaitable[None]],
        missed: Callable[[], Awaitable[None]],
    ) -> None:
        self._hear = hear
        self._missed = missed
        self._origin = secrets.token_hex(8)
        self._codes: set[str] = set()
        self._channel: str | None = None
        self._listener: asyncio.Task[None] | None = None

    async def join(self, code: str) -> None:
        """Hear the notes of a race from now on."""
        self._codes.add(code)
        if self._listener is None:
            self._listener = asyncio.create_task(self._listen())
        if self._channel is not None:
            try:
                await self._layer.group_add(_group(code), self._channel)
            except Exception:
                logger.exception("The channel layer does not answer; trying again")
                self._channel = None

    async def leave(self, code: str) -> None:
        """Hear no more of a race."""
        self._codes.discard(code)
        if self._channel is not None:
            try:
                await self._layer.group_discard(_group(code), self._channel)
            except Exception:
                logger.exception("The channel layer does not answer")

    async def tell(self, code: str, note: Note) -> None:
        """Send a note on a race to the other processes; a lost one is made good by them."""
        try:
            message = {"type": "note", "origin": self._origin, "code": code, "note": note}
            await self._layer.group_send(_group(code), message)
        except Exception:
            logger.exception("The channel layer does not answer; a note is lost")

    async def _listen(self) -> None:
        """Receive for ever; after a failure, join again and read what was missed."""
        while True:
            try:
                if self._channel is None:
                    channel = await self._layer.new_channel()
                    for code in tuple(self._codes):
                        await self._layer.group_add(_group(code), channel)
                    self._channel = channel
                    await self._missed()
                message = await self._layer.receive(self._channel)
            except Exception:
                logger.exception("The channel layer failed; joining again")
                self._channel = None
                await asyncio.sleep(RETRY_AFTER)
                continue
            if message["origin"] != self._origin:
                await self._hear(message["code"], message["note"])

    @property
    def _layer(self) -> Any:
        return get_channel_layer()


def _group(code: str) -> str:
    return f"race.{code}"
