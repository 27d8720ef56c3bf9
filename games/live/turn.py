"""Who may change or show a board: one after the other, in the order in which they came."""

from __future__ import annotations

import asyncio
from collections import deque


class Turn:
    """A lock that can also be taken without a wait, which most moves do, and be let go by another
    than who has taken it: here the journal.
    """

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def is_free(self) -> bool:
        """Whether nobody has it, and nobody waits."""
        return not self._is_taken

    async def take(self) -> None:
        """Take it once all who came before have let it go."""
        if not self._is_taken:
            self._is_taken = True
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self.release()
            raise

    def take_now(self) -> None:
        """Take it; it must be free."""
        assert not self._is_taken  # noqa: S101
        self._is_taken = True

    def release(self) -> None:
        """Let it go: the next who waits has it at once, so that nobody comes between."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._is_taken = False

    async def __aenter__(self) -> None:
        await self.take()

    async def __aexit__(self, *_: object) -> None:
        self.release()
