"""Ctrl-C for a command whose servers have to live on: it ends the work early, not the report."""

from __future__ import annotations

import _thread
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Final

LOOK_EVERY: Final = 0.2
"""Seconds."""


@contextmanager
def interruption() -> Iterator[Event]:
    """Yield an event that Ctrl-C sets; a second Ctrl-C raises KeyboardInterrupt, as usual.

    Whatever is started meanwhile inherits that the signal is blocked, so that it reaches no server.
    """
    interrupted, is_over = Event(), Event()

    def listen() -> None:
        while not is_over.is_set():
            if signal.sigtimedwait({signal.SIGINT}, LOOK_EVERY) is None:
                continue
            if interrupted.is_set():
                _thread.interrupt_main()
            else:
                interrupted.set()

    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    listener = Thread(target=listen)
    listener.start()
    try:
        yield interrupted
    finally:
        is_over.set()
        listener.join()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
