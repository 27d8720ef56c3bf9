"""A process that is asked to end: what has come in is answered, then its clients are sent away.

No server tells an application in time: Daphne cancels it, others close its sockets first. What
all of them have is a handler of the signal, so the signal is held back until the sockets are gone.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import Awaitable, Callable
from types import FrameType
from typing import Final, Protocol

logger = logging.getLogger(__name__)

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)

DRAIN_SECONDS: Final = 5.0
"""How long the sockets may take; containers are killed 10 seconds after they are asked to stop."""


class Ends(Protocol):
    """A socket, as far as its end goes."""

    async def end(self) -> None:
        """Answer what has come in, then close; returns when nothing is left to do."""


class Drain:
    """The sockets of this process until it ends; `last` is done once they are gone."""

    def __init__(self, last: Callable[[], Awaitable[None]]) -> None:
        self.has_begun = False
        self._last = last
        self._sockets: dict[Ends, asyncio.Event] = {}
        self._watches = False

    def add(self, socket: Ends) -> None:
        """Count a socket in; the first makes sure that it will be heard when the process ends."""
        self._sockets[socket] = asyncio.Event()
        if not self._watches:
            self._watches = True
            hold_signals(self.run)

    def remove(self, socket: Ends) -> None:
        """Count a socket out."""
        self._sockets.pop(socket).set()

    async def run(self) -> None:
        """End all sockets, wait until they are gone, but not too long, and do the last thing."""
        self.has_begun = True
        sockets = dict(self._sockets)
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                await asyncio.gather(*(socket.end() for socket in sockets), return_exceptions=True)
                await asyncio.gather(*(gone.wait() for gone in sockets.values()))
        except TimeoutError:
            logger.warning("Not all sockets could be closed in order")
        await self._last()


def hold_signals(work: Callable[[], Awaitable[None]]) -> None:
    """From now on do some work before the signals that end this process reach their handlers.

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
        loop.call_soon_threadsafe(begin, number)

    for number in handlers:
        signal.signal(number, hold)
