"""What waits for the one task that takes it out."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """A queue without bounds for a single taker: every frame passes two, so it does little.

    The taker waits for a future and not for a coroutine, of which thousands would live at a time.
    """

    def __init__(self) -> None:
        self._items: deque[T] = deque()
        self._waiting: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._items)

    def put(self, item: T) -> None:
        """Add something at the end."""
        self._items.append(item)
        if self._waiting is not None:
            if not self._waiting.done():
                self._waiting.set_result(None)
            self._waiting = None

    def filled(self) -> asyncio.Future[None]:
        """What the taker awaits before it looks again, while there is nothing."""
        self._waiting = asyncio.get_running_loop().create_future()
        return self._waiting

    def take(self) -> T:
        """The first that waits.

        :raises IndexError: if there is nothing.
        """
        return self._items.popleft()
