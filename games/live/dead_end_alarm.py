"""The dead-end alarm and hints: what a player who asks is told of the own board, and nobody else.

Nothing here is awaited by a move. What was said of a position holds on along the moves after it:
from a lost one none leads out, and along the winning line the rest of it wins. An undo ends that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from games.live.connections import Connection
from games.live.entries import EntryBoard
from games.live.protocol import Hinted, Verdict
from games.live.solver_pool import UNKNOWN, Answer, SolverPool
from games.racing import RefusedError

Spawn = Callable[[Callable[[], Coroutine[Any, Any, None]]], None]
"""Runs something beside everything else, and logs how it fails."""

Allow = Callable[[EntryBoard], Awaitable[None]]
"""See that an entry may be helped at this moment, or raise `RefusedError`."""

PATIENCE: Final = 1.0
"""Seconds after which a player is told that nothing is known yet."""


@dataclass(frozen=True)
class Known:
    """What is known of an entry after some action."""

    number: int
    answer: Answer

    def now(self, entry: EntryBoard) -> Known | None:
        """What follows from it on the entry's board as it stands; None if nothing does."""
        if self.number > entry.number:
            # What could not be stored did not happen.
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


@dataclass
class HelpedEntry:
    """One entry whose player is helped."""

    listening: set[Connection] = field(default_factory=set)
    """The sockets with the alarm on."""
    asking: set[Connection] = field(default_factory=set)
    """The sockets that wait for a hint."""
    known: Known | None = None
    told: int | None = None
    """The action after which the listening sockets know how it stands."""
    busy: bool = False

    def wants(self, entry: EntryBoard) -> bool:
        """Whether there is anything to say."""
        if entry.run.is_done:
            return False
        return bool(self.asking) or (bool(self.listening) and self.told != entry.number)


class DeadEndAlarm:
    """What the players of one race, in one process, are told."""

    def __init__(self, solvers: SolverPool, spawn: Spawn, allow: Allow) -> None:
        self._solvers = solvers
        self._spawn = spawn
        self._allow = allow
        self._helped: dict[int, HelpedEntry] = {}

    def listen(self, connection: Connection, entry: EntryBoard) -> None:
        """Switch the alarm of a socket on: it is told how it stands, now and after each action."""
        helped = self._helped.setdefault(entry.entry, HelpedEntry())
        helped.listening.add(connection)
        helped.told = None
        self._advise(entry, helped)

    def hint(self, connection: Connection, entry: EntryBoard) -> None:
        """Tell a socket a move that wins, if one is found."""
        helped = self._helped.setdefault(entry.entry, HelpedEntry())
        helped.asking.add(connection)
        self._advise(entry, helped)

    def forget(self, connection: Connection) -> None:
        """Switch the alarm of a socket off."""
        for helped in self._helped.values():
            helped.listening.discard(connection)
            helped.asking.discard(connection)

    def moved(self, entry: EntryBoard) -> None:
        """Take note that something was done on a board."""
        if (helped := self._helped.get(entry.entry)) is None:
            return
        if helped.busy:
            # The board that is being looked at is gone.
            self._solvers.withdraw(entry.entry)
        else:
            self._advise(entry, helped)

    def _advise(self, entry: EntryBoard, helped: HelpedEntry) -> None:
        if not helped.busy and helped.wants(entry):
            helped.busy = True
            self._spawn(partial(self._look, entry, helped))

    async def _look(self, entry: EntryBoard, helped: HelpedEntry) -> None:
        """Find out how it stands and tell, until nobody wants to know more."""
        try:
            while helped.wants(entry):
                async with entry.turn:
                    await entry.follow()
                    number, position = entry.number, entry.board.key()
                    rules = str(entry.board.rules)
                    known = helped.known and helped.known.now(entry)
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
                # The question may have waited, and the player may be in another race by now.
                await self._allow(entry)
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
        """Tell everybody who listens or asks that there is no help, and switch alarms off."""
        for connection in helped.listening | helped.asking:
            connection.refuse(error.code, error.sentence)
        helped.listening.clear()
        helped.asking.clear()

    @staticmethod
    def _tell(entry: EntryBoard, helped: HelpedEntry, known: Known) -> None:
        """Say how it stands, if it still stands so."""
        if known.number == entry.number:
            for connection in helped.listening:
                connection.send(Verdict(known.number, known.answer.verdict))

    @staticmethod
    def _hint(helped: HelpedEntry, known: Known) -> None:
        answer = known.answer
        for connection in helped.asking:
            connection.send(Hinted(known.number, answer.verdict, next(iter(answer.line), None)))
        helped.asking.clear()
