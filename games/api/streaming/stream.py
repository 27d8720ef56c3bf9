"""An open stream: what it tells of, to whom, in which form, and what waits to be sent."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from games.api.streaming.events import Told, Topic, encoded
from games.live.mailbox import Mailbox

WAITING_LIMIT: Final = 256
"""Chunks that may wait for a client that doesn't read; then the stream ends, to be resumed."""


class Form(StrEnum):
    """The form of a stream, by its media type."""

    EVENTS = "text/event-stream"
    LINES = "application/x-ndjson"

    def chunk(self, told: Told) -> bytes:
        """Return an event in this form."""
        document = told.document
        data = encoded(document)
        if self is Form.LINES:
            return data + b"\n"
        number = b"" if document.id is None else b"id: %d\n" % document.id
        return b"%bevent: %b\ndata: %b\n\n" % (number, document.event.encode(), data)

    @property
    def heartbeat(self) -> bytes:
        """What is sent in quiet times: a comment, or an empty line."""
        return b"\n" if self is Form.LINES else b":\n\n"


class Claim(NamedTuple):
    """What a stream's right to go on rests on."""

    token: str
    """The key of the access token; empty without one."""
    player: int
    """Its owner; 0 without one."""
    code: str
    """The race that the stream tells of; empty if of many."""


class Stream:
    """A stream to one client."""

    __slots__ = ("_chunks", "_is_ended", "caller", "claim", "form", "last", "topic")

    def __init__(self, topic: Topic, form: Form, last: int, claim: Claim, caller: str) -> None:
        self.topic = topic
        self.form = form
        self.last = last
        """The number of the last event that the stream has passed."""
        self.claim = claim
        self.caller = caller
        """By whom streams are counted."""
        self._chunks: Mailbox[bytes] = Mailbox()
        self._is_ended = False

    def put(self, chunk: bytes) -> None:
        """Send a chunk after those that wait."""
        self._chunks.put(chunk)
        if len(self._chunks) > WAITING_LIMIT:
            self.end()

    def end(self) -> None:
        """Send nothing more."""
        self._is_ended = True
        self._chunks.put(b"")

    async def next(self) -> bytes:
        """Return what to send next; nothing at the end."""
        while not self._chunks and not self._is_ended:
            await self._chunks.filled()
        return b"" if self._is_ended else self._chunks.take()
