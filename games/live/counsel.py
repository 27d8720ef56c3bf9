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

from games.live.advisor import UNKNOWN, Advisor, Answer
from games.live.connections import Connection
from games.live.entries import EntryBoard
from games.live.protocol import Hinted, Verdict
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
class Ward:
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


class Counsel:
    """What the players of one race, in one process, are told."""

    def __init__(self, advisor: Advisor, spawn: Spawn, allow: Allow) -> None:
        self._advisor = advisor
        self._spawn = spawn
        self._allow = allow
        self._wards: dict[int, Ward] = {}

    def listen(self, connection: Connection, entry: EntryBoard) -> None:
        """Switch the alarm of a socket on: it is told how it stands, now and after each action."""
        ward = self._wards.setdefault(entry.entry, Ward())
        ward.listening.add(connection)
        ward.told = None
        self._advise(entry, ward)

    def hint(self, connection: Connection, entry: EntryBoard) -> None:
        """Tell a socket a move that wins, if one is found."""
        ward = self._wards.setdefault(entry.entry, Ward())
        ward.asking.add(connection)
        self._advise(entry, ward)

    def forget(self, connection: Connection) -> None:
        """Switch the alarm of a socket off."""
        for ward in self._wards.values():
            ward.listening.discard(connection)
            ward.asking.discard(connection)

    def moved(self, entry: EntryBoard) -> None:
        """Take note that something was done on a board."""
        if (ward := self._wards.get(entry.entry)) is None:
            return
        if ward.busy:
            # The board that is being looked at is gone.
            self._advisor.withdraw(entry.entry)
        else:
            self._advise(entry, ward)

    def _advise(self, entry: EntryBoard, ward: Ward) -> None:
        if not ward.busy and ward.wants(entry):
            ward.busy = True
            self._spawn(partial(self._look, entry, ward))

    async def _look(self, entry: EntryBoard, ward: Ward) -> None:
        """Find out how it stands and tell, until nobody wants to know more."""
        try:
            while ward.wants(entry):
                async with entry.turn:
                    await entry.follow()
                    number, position = entry.number, entry.board.key()
                    rules = str(entry.board.rules)
                    known = ward.known and ward.known.now(entry)
                if known is None:
                    slow = asyncio.get_running_loop().call_later(
                        PATIENCE, self._tell, entry, ward, Known(number, UNKNOWN)
                    )
                    try:
                        answer = await self._advisor.ask(entry.entry, rules, position)
                    finally:
                        slow.cancel()
                    if answer is None:
                        continue
                    known = Known(number, answer)
                ward.known = known
                # The question may have waited, and the player may be in another race by now.
                await self._allow(entry)
                if known.number == entry.number:
                    self._tell(entry, ward, known)
                    self._hint(ward, known)
                    ward.told = number
        except RefusedError as error:
            self._refuse(ward, error)
        finally:
            ward.busy = False

    @staticmethod
    def _refuse(ward: Ward, error: RefusedError) -> None:
        """Tell everybody who listens or asks that there is no help, and switch alarms off."""
        for connection in ward.listening | ward.asking:
            connection.refuse(error.code, error.sentence)
        ward.listening.clear()
        ward.asking.clear()

    @staticmethod
    def _tell(entry: EntryBoard, ward: Ward, known: Known) -> None:
        """Say how it stands, if it still stands so."""
        if known.number == entry.number:
            for connection in ward.listening:
                connection.send(Verdict(known.number, known.answer.verdict))

    @staticmethod
    def _hint(ward: Ward, known: Known) -> None:
        answer = known.answer
        for connection in ward.asking:
            connection.send(Hinted(known.number, answer.verdict, next(iter(answer.line), None)))
        ward.asking.clear()
