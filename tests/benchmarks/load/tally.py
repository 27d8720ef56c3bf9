"""What all racers of a field have seen together."""

from __future__ import annotations

import asyncio
from array import array
from collections import Counter


class LostError(Exception):
    """The server has dropped a socket or refused a legal move."""


class Tally:
    """Counts and durations; times are of the monotonic clock, in seconds."""

    def __init__(self) -> None:
        self.answered_at = array("d")
        self.latencies = array("d")
        self.refused: Counter[str] = Counter()
        self.told = 0
        """Racers who know when their race starts."""
        self.dealt = 0
        self.done = 0
        """Racers who have no moves left, and whom nobody relieves."""
        self.lost = 0
        self.retried = 0
        """Handshakes that the server has let time out."""
        self._changed = asyncio.Event()

    def count(self, what: str) -> None:
        """Count one more that is told, dealt, done or lost."""
        setattr(self, what, getattr(self, what) + 1)
        self._changed.set()

    def refuse(self, code: str) -> None:
        """Count a refusal."""
        self.refused[code] += 1
        self._changed.set()

    def check(self) -> None:
        """Be sure that nothing went wrong.

        :raises LostError: if a socket was dropped or anything refused; it says what.
        """
        if self.lost or self.refused:
            raise LostError(f"{self.lost} sockets dropped, refused: {dict(self.refused)}")

    async def until(self, what: str, number: int, seconds: float) -> None:
        """Wait for so many.

        :raises LostError: as soon as a socket is dropped or anything refused.
        :raises TimeoutError: if they do not come in time; it says how many came.
        """
        try:
            async with asyncio.timeout(seconds):
                self.check()
                while getattr(self, what) < number:
                    self._changed.clear()
                    await self._changed.wait()
                    self.check()
        except TimeoutError:
            came = getattr(self, what)
            raise TimeoutError(f"{came} of {number} racers are {what}") from None
