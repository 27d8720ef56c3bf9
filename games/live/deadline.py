"""A timer that coalesces requests: work asked for many times is done once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

LATE_FACTOR: Final = 10
"""How much the next run is delayed for each second by which the last came late."""

LATE_MOST: Final = 1.5
"""The most seconds of that delay: one stall does not predict another."""


class Deadline:
    """Runs some work at the earliest time asked for since the last run."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work = work
        self._timer: asyncio.TimerHandle | None = None
        self._at = 0.0
        self._late = 0.0
        self._done_at = 0.0

    def within(self, seconds: float) -> None:
        """Run the work within this many seconds."""
        loop = asyncio.get_running_loop()
        at = loop.time() + seconds
        if self._timer is not None:
            if self._at <= at:
                return
            self._timer.cancel()
        self._at = at
        self._timer = loop.call_at(at, self._run)

    def at_most_every(self, seconds: float) -> None:
        """Run the work at once, or this many seconds after the last run.

        A process that falls behind runs it less often.
        """
        if self._timer is None:
            now = asyncio.get_running_loop().time()
            due = self._done_at + seconds + min(LATE_MOST, LATE_FACTOR * self._late)
            self.within(max(0.0, due - now))

    def cancel(self) -> None:
        """Forget what was asked for."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _run(self) -> None:
        self._timer = None
        self._done_at = asyncio.get_running_loop().time()
        self._late = self._done_at - self._at
        self._work()
