"""Deal the cards of races that start at the same moment, in one transaction."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from games.live import storage
from games.live.storage import StoredState
from games.racing import Clock

ASK_AGAIN: Final = 0.005, 0.1
"""Seconds until a locked race is queried again: the first delay, and the longest."""

Waiter = asyncio.Future[StoredState | None]


class Starts:
    """Batches races: those that arrive during a query share the next one.

    A locked race delays no other. With 50 races that start at once on SQLite, this takes a tenth of
    the time of a query for each, by `python -m tests.benchmarks.live`.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: dict[str, list[Waiter]] = defaultdict(list)
        self._delays: dict[str, float] = {}
        """The next delay of each race that was locked when last queried."""
        self._asking: asyncio.Task[None] | None = None

    async def deal(self, code: str) -> StoredState | None:
        """Deal the cards of a race whose start has come, and return its state.

        None if there is no such race.

        :raises UnavailableError: if the database does not answer.
        """
        waiter: Waiter = asyncio.get_running_loop().create_future()
        self._wait(code, [waiter])
        return await waiter

    def _wait(self, code: str, waiters: Iterable[Waiter]) -> None:
        self._waiting[code] += waiters
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())

    async def _ask(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting, defaultdict(list)
            try:
                found = await storage.deal_out(tuple(asked), self._clock)
            except Exception as error:
                for waiter in _open(waiter for waiters in asked.values() for waiter in waiters):
                    waiter.set_exception(error)
                continue
            for code, waiters in asked.items():
                state = found.get(code)
                if state is None and code in found:
                    self._wait_again(code, waiters)
                    continue
                self._delays.pop(code, None)
                for waiter in _open(waiters):
                    waiter.set_result(state)
        self._asking = None

    def _wait_again(self, code: str, waiters: Iterable[Waiter]) -> None:
        first, most = ASK_AGAIN
        delay = self._delays.get(code, first)
        self._delays[code] = min(most, 2 * delay)
        if still := list(_open(waiters)):
            asyncio.get_running_loop().call_later(delay, self._wait, code, still)


def _open(waiters: Iterable[Waiter]) -> Iterable[Waiter]:
    """Return the waiters that have not given up."""
    return (waiter for waiter in waiters if not waiter.done())
