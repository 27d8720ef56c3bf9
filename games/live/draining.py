"""Graceful shutdown: answer what has come in, then send the clients to another process.

No server tells its application in time: Daphne cancels it, others close its sockets first. But all
of them handle signals, so the signal is held back until the sockets are gone.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Final, TypeAlias

logger = logging.getLogger(__name__)

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)

DRAIN_SECONDS: Final = 5.0
"""How long the sockets may take; Docker kills a container 10 seconds after asking it to stop."""


End: TypeAlias = Callable[[], Awaitable[None]]
"""Answers what a socket has sent, then closes it; returns when nothing is left to do."""


class Drain:
    """The open sockets of this process; `last` runs once they are gone."""

    def __init__(self, last: Callable[[], Awaitable[None]]) -> None:
        self.has_begun = False
        self._last = last
        self._sockets: dict[End, asyncio.Event] = {}
        self._watches = False

    def add(self, end: End) -> None:
        """Count a socket in by what ends it; the first one installs the signal handlers."""
        self._sockets[end] = asyncio.Event()
        if not self._watches:
            self._watches = True
            hold_signals(self.run)

    def remove(self, end: End) -> None:
        """Count a socket out."""
        self._sockets.pop(end).set()

    async def run(self) -> None:
        """End all sockets, wait for them a while, then run `last`."""
        self.has_begun = True
        sockets = dict(self._sockets)
        logger.info("Stopping: sockets and streams to drain: %s", len(sockets))
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                await asyncio.gather(*(end() for end in sockets), return_exceptions=True)
                await asyncio.gather(*(gone.wait() for gone in sockets.values()))
        except TimeoutError:
            logger.warning("Some sockets did not close in time")
        await self._last()


def hold_signals(work: Callable[[], Awaitable[None]]) -> None:
    """Run some work before the signals that end this process reach their handlers.

    A second signal reaches them at once.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    # None stands for a handler that was not set from Python, and could not be set again. What is
    # ignored (Ctrl-C, by whatever a script starts in the background) does not end the process.
    handlers = {
        number: handler
        for number in SIGNALS
        if (handler := signal.getsignal(number)) not in (None, signal.SIG_IGN)
    }
    tasks: set[asyncio.Task[None]] = set()

    async def work_and_end(number: int) -> None:
        try:
            await work()
        finally:
            signal.raise_signal(number)

    def begin(number: int) -> None:
        task = loop.create_task(work_and_end(number))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    def hold(number: int, frame: FrameType | None) -> None:
        for each, handler in handlers.items():
            signal.signal(each, handler)
        if loop.is_closed():
            signal.raise_signal(number)
        else:
            loop.call_soon_threadsafe(begin, number)

    for number in handlers:
        signal.signal(number, hold)
