"""Dealing the cards, for many races at once."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from games.live import storage
from games.live.storage import Standing
from games.racing import Clock

ASK_AGAIN: Final = 0.005, 0.1
"""Seconds until a race is asked for again that another process holds: at first, and at most."""

Answer = asyncio.Future[Standing | None]


class Starts:
    """Deals all races together that start at the same moment: who comes while the database is
    asked shares the next question. A race that is held delays nobody in another one.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: dict[str, list[Answer]] = defaultdict(list)
        self._delays: dict[str, float] = {}
        """Of the races that were held when they were last asked for."""
        self._asking: asyncio.Task[None] | None = None

    async def deal(self, code: str) -> Standing | None:
        """Have the cards of a race dealt, if its start has come, and tell how it stands.

        None if there is no such race.

        :raises UnavailableError: if the database does not answer.
        """
        answer: Answer = asyncio.get_running_loop().create_future()
        self._wait(code, [answer])
        return await answer

    def _wait(self, code: str, answers: Iterable[Answer]) -> None:
        self._waiting[code] += answers
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())

    async def _ask(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting, defaultdict(list)
            try:
                found = await storage.deal_out(tuple(asked), self._clock)
            except Exception as error:
                for answer in _open(answer for answers in asked.values() for answer in answers):
                    answer.set_exception(error)
                continue
            for code, answers in asked.items():
                standing = found.get(code)
                if standing is None and code in found:
                    self._wait_again(code, answers)
                    continue
                self._delays.pop(code, None)
                for answer in _open(answers):
                    answer.set_result(standing)
        self._asking = None

    def _wait_again(self, code: str, answers: Iterable[Answer]) -> None:
        first, most = ASK_AGAIN
        delay = self._delays.get(code, first)
        self._delays[code] = min(most, 2 * delay)
        if still := list(_open(answers)):
            asyncio.get_running_loop().call_later(delay, self._wait, code, still)


def _open(answers: Iterable[Answer]) -> Iterable[Answer]:
    """Those that somebody still waits for."""
    return (answer for answer in answers if not answer.done())
