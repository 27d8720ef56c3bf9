"""One socket of one person: a bounded outbox, and how much it may say."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from games.live.protocol import Outgoing, Refused, encode

NOBODY: Final = 0
"""The player of a socket whose person has no session: who only watches."""

OUTBOX_LIMIT: Final = 256
"""Frames that may wait for a client that does not read."""

FRAME_RATE: Final = 50.0
FRAME_BURST: Final = 100.0
"""Frames a second that a client may send in the long run, and at once."""

BAD_FRAME_LIMIT: Final = 10
EXCESS_FRAME_LIMIT: Final = 100

CLOSE_BAD_FRAMES: Final = 4400
CLOSE_NO_RACE: Final = 4404
CLOSE_TOO_SLOW: Final = 4408
CLOSE_TOO_MANY: Final = 4429


class Connection:
    """What a room needs of a socket: who it is, and `send`, which never waits."""

    def __init__(self, player: int, now: float) -> None:
        self.player = player
        self._outbox: asyncio.Queue[str | int] = asyncio.Queue()
        self._closing = False
        self._bad_frames = 0
        self._excess_frames = 0
        self._credit = FRAME_BURST
        self._credit_at = now

    def send(self, message: Outgoing) -> None:
        """Put a frame into the outbox; a client that lets it fill up is cut off."""
        if self._closing:
            return
        if self._outbox.qsize() >= OUTBOX_LIMIT:
            self.close(CLOSE_TOO_SLOW)
        else:
            self._outbox.put_nowait(encode(message))

    def refuse(self, code: str, sentence: str, n: int | None = None) -> None:
        """Say that something is not done, and why."""
        self.send(Refused(n, code, sentence))

    def close(self, code: int) -> None:
        """Close the socket after what is in the outbox."""
        if not self._closing:
            self._closing = True
            self._outbox.put_nowait(code)

    def bad_frame(self, code: str, sentence: str) -> None:
        """Answer a frame that is no message; the tenth one closes the socket."""
        self.refuse(code, sentence)
        self._bad_frames += 1
        if self._bad_frames >= BAD_FRAME_LIMIT:
            self.close(CLOSE_BAD_FRAMES)

    def admits(self, now: float) -> bool:
        """Whether the client may send a frame at this time (seconds): a token bucket."""
        if self._closing:
            return False
        self._credit = min(FRAME_BURST, self._credit + (now - self._credit_at) * FRAME_RATE)
        self._credit_at = now
        if self._credit >= 1:
            self._credit -= 1
            return True
        self.refuse("too-many", f"Send at most {FRAME_RATE:.0f} frames a second.")
        self._excess_frames += 1
        if self._excess_frames >= EXCESS_FRAME_LIMIT:
            self.close(CLOSE_TOO_MANY)
        return False

    async def frames(self) -> AsyncIterator[str | int]:
        """The frames to send, as they come; a close code is the last."""
        while True:
            frame = await self._outbox.get()
            yield frame
            if isinstance(frame, int):
                return
