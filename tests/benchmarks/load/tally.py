"""The tally of a field: what all its racers have seen together."""

from __future__ import annotations

import asyncio
from array import array
from collections import Counter


class LostError(Exception):
    """The server dropped a socket, refused a legal move or was too slow to measure."""


class Tally:
    """Counts and durations. Times are on the monotonic clock, in seconds."""

    def __init__(self) -> None:
        self.answered_at = array("d")
        self.latencies = array("d")
        self.refused: Counter[str] = Counter()
        self.announced = 0
        """Racers that know when their race starts."""
        self.dealt = 0
        self.done = 0
        """Racers without moves left and without a relief."""
        self.lost = 0
        self.retried = 0
        """Handshakes that failed and were tried again."""
        self._changed = asyncio.Event()

    def count(self, what: str) -> None:
        """Count one more racer as announced, dealt, done or lost."""
        setattr(self, what, getattr(self, what) + 1)
        self._changed.set()

    def refuse(self, code: str) -> None:
        """Count a refusal."""
        self.refused[code] += 1
        self._changed.set()

    def check(self) -> None:
        """Check that nothing went wrong.

        :raises LostError: if a socket was dropped or a move refused.
        """
        if self.lost or self.refused:
            raise LostError(f"{self.lost} sockets dropped, refused: {dict(self.refused)}")

    async def until(self, what: str, number: int, seconds: float) -> None:
        """Wait until a count reaches a number.

        :raises LostError: as soon as a socket is dropped or a move refused.
        :raises TimeoutError: if the count stays lower, with the count.
        """
        try:
            async with asyncio.timeout(seconds):
                self.check()
                while getattr(self, what) < number:
                    self._changed.clear()
                    await self._changed.wait()
                    self.check()
        except TimeoutError:
            raise TimeoutError(f"{what}: {getattr(self, what)} of {number} racers") from None
