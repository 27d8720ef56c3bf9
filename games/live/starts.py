"""What the database says of races at their start, asked for many at once."""

from __future__ import annotations

import asyncio

from games.live import storage
from games.live.storage import Standing


class Starts:
    """One question for all races that start at the same moment: who comes while it is asked
    shares the next one.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Future[Standing | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def standing(self, code: str) -> Standing | None:
        """How a race stands in the database now; None if there is none.

        :raises UnavailableError: if the database does not answer.
        """
        if code not in self._waiting:
            self._waiting[code] = asyncio.get_running_loop().create_future()
        answer = self._waiting[code]
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        return await asyncio.shield(answer)

    async def _ask(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting, {}
            try:
                found = await storage.standings(tuple(asked))
            except Exception as error:
                for answer in asked.values():
                    answer.set_exception(error)
            else:
                for code, answer in asked.items():
                    answer.set_result(found.get(code))
        self._asking = None
