"""The dead-end alarm and hints: a player who asks learns whether the board can still be won.

No move waits for any of this. A verdict outlives the moves after it: nothing leads out of a lost
position, and along the winning line the rest of the line wins. An undo ends that, except along the
published solution of the deal, which needs no solver.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from games.live.connections import Connection
from games.live.entries import EntryBoard
from games.live.protocol import Hinted, VerdictFrame
from games.live.race_tasks import RaceTasks
from games.live.solver_pool import UNKNOWN, SolverAnswer, SolverPool
from games.racing import RefusedError

Allow = Callable[[EntryBoard, int], Awaitable[None]]
"""Counts the hints about to be given; raises `RefusedError` if an entry may not be helped now."""

Published = Callable[[EntryBoard], Awaitable[tuple[str, ...]]]
"""Returns the published solution of an entry's deal, or nothing."""

PATIENCE: Final = 1.0
"""Seconds until a player hears that nothing is known yet."""


@dataclass(frozen=True)
class Known:
    """A verdict on an entry after action `number`."""

    number: int
    answer: SolverAnswer

    def now(self, entry: EntryBoard) -> Known | None:
        """Return the verdict that follows for the entry's board now, or None."""
        if self.number > entry.number:
            # An action that could not be stored did not happen.
            return None
        number, answer = self.number, self.answer
        for action in entry.texts(self.number):
            number += 1
            if action == "undo":
                return None
            if answer.verdict == "lost":
                continue
            if answer.line[:1] != (action,):
                return None
            answer = replace(answer, line=answer.line[1:])
        return Known(number, answer)


def along(solution: tuple[str, ...], entry: EntryBoard) -> Known | None:
    """Return the verdict of a solution that the entry's board is on, undone moves aside."""
    played = tuple(map(str, entry.board.moves))
    rest = solution[len(played) :]
    if not rest or solution[: len(played)] != played:
        return None
    return Known(entry.number, SolverAnswer("winnable", rest))


@dataclass
class HelpedEntry:
    """One entry whose player is helped."""

    listening: set[Connection] = field(default_factory=set)
    """The sockets with the alarm on."""
    asking: set[Connection] = field(default_factory=set)
    """The sockets that wait for a hint."""
    known: Known | None = None
    solution: tuple[str, ...] | None = None
    """The published solution of the deal, once it is read."""
    told: int | None = None
    """The action whose verdict the listening sockets know."""
    hinted: int | None = None
    """The action after which a hint was last shown."""
    busy: bool = False

    def wants(self, entry: EntryBoard) -> bool:
        """Return whether a socket wants a verdict that it doesn't have."""
        if entry.run.is_done:
            return False
        return bool(self.asking) or (bool(self.listening) and self.told != entry.number)

    def hints(self, entry: EntryBoard, known: Known) -> int:
        """Return how many moves are about to be shown: the same one counts once, however often."""
        shown = bool(self.asking and known.answer.line) and known.number == entry.number
        return int(shown and self.hinted != entry.number)


class DeadEndAlarm:
    """The dead-end alarms and hints of one race in one process."""

    def __init__(
        self, solvers: SolverPool, tasks: RaceTasks, allow: Allow, published: Published
    ) -> None:
        self._solvers = solvers
        self._tasks = tasks
        self._allow = allow
        self._published = published
        self._helped: dict[int, HelpedEntry] = {}

    def listen(self, connection: Connection, entry: EntryBoard) -> None:
        """Switch a socket's alarm on: it gets the verdict now and after each action."""
        helped = self._helped.setdefault(entry.entry, HelpedEntry())
        helped.listening.add(connection)
        helped.told = None
        self._advise(entry, helped)

    def hint(self, connection: Connection, entry: EntryBoard) -> None:
        """Tell a socket a winning move, if one is found."""
        helped = self._helped.setdefault(entry.entry, HelpedEntry())
        helped.asking.add(connection)
        self._advise(entry, helped)

    def forget(self, connection: Connection) -> None:
        """Switch a socket's alarm off, and drop its hint."""
        for helped in self._helped.values():
            helped.listening.discard(connection)
            helped.asking.discard(connection)

    def moved(self, entry: EntryBoard) -> None:
        """Look again at a board that has changed."""
        if (helped := self._helped.get(entry.entry)) is None:
            return
        if helped.busy:
            # The position being searched is out of date.
            self._solvers.withdraw(entry.entry)
        else:
            self._advise(entry, helped)

    def _advise(self, entry: EntryBoard, helped: HelpedEntry) -> None:
        if not helped.busy and helped.wants(entry):
            helped.busy = True
            self._tasks.spawn("the dead-end alarm", partial(self._look, entry, helped))

    async def _look(self, entry: EntryBoard, helped: HelpedEntry) -> None:
        """Find the verdict and send it, until no socket wants another."""
        try:
            if helped.solution is None:
                helped.solution = await self._published(entry)
            while helped.wants(entry):
                async with entry.turn:
                    await entry.follow()
                    number, position = entry.number, entry.board.key()
                    rules = str(entry.board.rules)
                    known = along(helped.solution, entry)
                    known = known or (helped.known and helped.known.now(entry))
                if known is None:
                    slow = asyncio.get_running_loop().call_later(
                        PATIENCE, self._tell, entry, helped, Known(number, UNKNOWN)
                    )
                    try:
                        answer = await self._solvers.ask(entry.entry, rules, position)
                    finally:
                        slow.cancel()
                    if answer is None:
                        continue
                    known = Known(number, answer)
                helped.known = known
                # The search may have taken a while, and the player may be in another race by now.
                await self._allow(entry, helped.hints(entry, known))
                if known.number == entry.number:
                    self._tell(entry, helped, known)
                    self._hint(helped, known)
                    helped.told = number
        except RefusedError as error:
            self._refuse(helped, error)
        finally:
            helped.busy = False

    @staticmethod
    def _refuse(helped: HelpedEntry, error: RefusedError) -> None:
        """Tell all who listen or ask that there is no help, and switch their alarms off."""
        for connection in helped.listening | helped.asking:
            connection.refuse(error.code, error.sentence)
        helped.listening.clear()
        helped.asking.clear()

    @staticmethod
    def _tell(entry: EntryBoard, helped: HelpedEntry, known: Known) -> None:
        """Send the verdict, unless the board has changed."""
        if known.number == entry.number:
            for connection in helped.listening:
                connection.send(VerdictFrame(known.number, known.answer.verdict))

    @staticmethod
    def _hint(helped: HelpedEntry, known: Known) -> None:
        answer = known.answer
        for connection in helped.asking:
            connection.send(Hinted(known.number, answer.verdict, next(iter(answer.line), None)))
            helped.hinted = known.number
        helped.asking.clear()
