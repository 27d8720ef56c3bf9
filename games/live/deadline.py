"""Something that is to be done soon: once, however often it is asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

LATE_FACTOR: Final = 10
"""How much longer the next time waits, by how late the last came; a tenth of a second is much."""

LATE_MOST: Final = 1.5
"""Seconds that the next time waits longer at the most: a stall says nothing of what comes after."""


class Deadline:
    """Does some work at the earliest of the times that were asked for since the last time."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self._timer: asyncio.TimerHandle | None = None
        self._at = 0.0
        self._late = 0.0
        self._done_at = 0.0

    def within(self, seconds: float) -> None:
        """Have it done after so many seconds, if not before."""
        loop = asyncio.get_running_loop()
        at = loop.time() + seconds
        if self._timer is not None:
            if self._at <= at:
                return
            self._timer.cancel()
        self._at = at
        self._timer = loop.call_at(at, self._run)

    def at_most_every(self, seconds: float) -> None:
        """Have it done at once, or so many seconds after the last time.

        A process that is behind with everything does it less often.
        """
        if self._timer is None:
            now = asyncio.get_running_loop().time()
            due = self._done_at + seconds + min(LATE_MOST, LATE_FACTOR * self._late)
            self.within(max(0.0, due - now))

    def cancel(self) -> None:
        """Have it done no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _run(self) -> None:
        self._timer = None
        self._done_at = asyncio.get_running_loop().time()
        self._late = self._done_at - self._at
        self._work()
