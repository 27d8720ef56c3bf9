"""The boards of a race as they were a while ago, for watchers who may only see them late.

No move pays for this. Actions are read from the database long after they were stored, in batches,
in a thread no player waits for, and only while someone watches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Hashable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from games.engine import Board, Deal, Rules, View
from games.engine.view import watched
from games.live.boards import Boards
from games.live.connections import Connection
from games.live.deadline import Deadline
from games.live.live_race import LiveRace
from games.live.pieces import in_pieces
from games.live.protocol import BoardFrame, encode
from games.live.race_tasks import RaceTasks
from games.live.stands import Stands
from games.live.storage import actions_until
from games.racing import (
    Clock,
    Race,
    Run,
    advance_stored,
    boards_delay,
    boards_lag,
    is_revealed,
)

SHOW_EVERY: Final = 2.0
"""Seconds between two batches of boards."""

REST_STEPS: Final = 20
"""In how many steps watchers get what they have yet to see of a race that is over."""


class LateBoard:
    """The board of one entry, a while ago."""

    def __init__(self, rules: Rules, deal: Deal) -> None:
        self._board = Board(rules, deal)
        self._run = Run.begin(self._board)
        self.number = 0
        self._view: tuple[int, AbstractSet[int], View] | None = None

    def play(self, actions: Iterable[tuple[str, int]]) -> None:
        """Apply the actions that follow the last one."""
        for text, ms in actions:
            self._run = advance_stored(self._board, self._run, text, ms)
            self.number += 1

    def view(self, unseen: AbstractSet[int]) -> View:
        """Return the masked board: the same object until something changes."""
        if self._view is None or self._view[:2] != (self.number, unseen):
            self._view = self.number, unseen, watched(self._board, unseen)
        return self._view[2]


def lag_of(connection: Connection, race: Race) -> int | None:
    """Return how many milliseconds late a socket sees the boards of others; None: not at all."""
    return boards_lag(race, connection.player, plays_elsewhere=connection.plays_elsewhere)


class LateBoards:
    """Shows late boards to the sockets that may see them, while there are any."""

    def __init__(
        self,
        live: LiveRace,
        current: Boards,
        connections: Collection[Connection],
        stands: Stands,
        tasks: RaceTasks,
        clock: Clock,
    ) -> None:
        self._live = live
        self._current = current
        self._connections = connections
        self._stands = stands
        self._clock = clock
        self._boards: dict[int, LateBoard] = {}
        """By entry."""
        self._sent: dict[Connection, dict[int, View]] = {}
        """What each socket was last sent, by seat."""
        self._showing = asyncio.Lock()
        self._next = Deadline(lambda: tasks.spawn("showing late boards", self.show))

    def begin(self, connections: Iterable[Connection]) -> None:
        """Send sockets everything they may see, and changes from now on."""
        for connection in connections:
            self._sent.pop(connection, None)
        self._next.within(0)

    def stop(self) -> None:
        """Send nothing more."""
        self._next.cancel()

    async def show(self) -> None:
        """Send each socket what is new to it, and repeat while there is one.

        :raises UnavailableError: if the database does not answer; the next round asks again.
        """
        async with self._showing:
            if lags := self._lags():
                self._next.within(SHOW_EVERY)
                await self._follow(self._live.elapsed(self._clock()) - max(lags.values()))
            # Meanwhile the race may have ended, and newer boards may have been sent.
            if is_revealed(self._live.race):
                return
            if not (lags := self._lags()):
                self._forget()
                return
            self._sent = {connection: self._sent.get(connection, {}) for connection in lags}
            self._send(self._live.elapsed(self._clock()) - max(lags.values()))

    async def show_rest(self) -> None:
        """Send those who watched late the part they have yet to see, once the race is over.

        Players with a seat have seen the end of their race.

        :raises UnavailableError: if the database does not answer; they get the final boards later.
        """
        async with self._showing:
            race = self._live.race
            late = max(0, race.lasted - boards_delay(race.limit))
            for step in range(REST_STEPS + 1):
                self._sent = {
                    one: sent
                    for one, sent in self._sent.items()
                    if one in self._connections and race.seat_of(one.player) is None
                }
                if not self._sent:
                    break
                until = late + (race.lasted - late) * step // REST_STEPS
                await self._follow(until)
                self._send(until, step)
            self._forget()

    def _lags(self) -> Mapping[Connection, int]:
        """Return the sockets that see late boards, and how many milliseconds late."""
        race, connections = self._live.race, self._connections
        lags = {each: lag_of(each, race) for each in connections if self._current}
        return {connection: lag for connection, lag in lags.items() if lag}

    async def _follow(self, until: int) -> None:
        """Bring the boards to where they were `until` milliseconds after the start."""
        race, stored = self._live.race, self._live.stored
        if until < 0:
            return
        for entry in stored.entries.values():
            if entry not in self._boards:
                self._boards[entry] = LateBoard(Rules.parse(race.rules), Deal.parse(stored.deal))
        known = {entry: board.number for entry, board in self._boards.items()}
        for entry, actions in (await actions_until(known, until)).items():
            await in_pieces(actions, self._boards[entry].play)

    def _forget(self) -> None:
        self._boards.clear()
        self._sent.clear()

    def _send(self, until: int, step: int | None = None) -> None:
        """Send each socket the boards that are new to it; those of a step replace no others."""
        race, stored = self._live.race, self._live.stored
        unseen = self._current.unseen(race)
        for seat in race.seats:
            if (late := self._boards.get(stored.entries[seat.player])) is None:
                continue
            view = late.view(unseen)
            frame = encode(BoardFrame(seat.number, late.number, until, view))
            kind: Hashable = seat.number if step is None else (seat.number, step)
            for connection, sent in self._sent.items():
                if connection.player != seat.player and sent.get(seat.number) is not view:
                    self._stands.send(connection, kind, frame)
                    sent[seat.number] = view
