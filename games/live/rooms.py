"""The rooms of this process: opened by their first socket, dropped after their last."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Any, Final

from games.live import storage
from games.live.connections import Connection
from games.live.database_thread import UnavailableError, UnmigratedError
from games.live.journal import Journal
from games.live.notes import from_wire
from games.live.relay import Relay
from games.live.room import Room
from games.live.solver_pool import SolverPool
from games.live.starts import Starts
from games.live.visitors import still_here
from games.logged import about
from games.racing import Clock, Kind

logger = logging.getLogger(__name__)

HEARTBEAT: Final = 4.0
"""Seconds between two heartbeats, which store who is present."""

STORE_PRESENCE_AFTER: Final = 0.2
"""Seconds in which arrivals and departures gather before one query stores them."""

ALONE_HEARTBEAT: Final = 1.0
"""The same without notes: other processes' actions are then read from the database."""

GRACE: Final = 1500
"""Milliseconds to wait for a note on an action before reading it from the database."""

GONE: Final = -1
"""The version of a race that is no longer stored."""

AWAY_AFTER: Final = 7500
"""Milliseconds without a heartbeat after which a player counts as away.

A client whose network went away has answered the question of one heartbeat, and not that of the
next: it is away after about ten seconds.
"""


class Rooms:
    """All rooms of one process, and what they share: the journal, the relay, the heartbeat."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._journal = Journal()
        self._relay = Relay(self._hear, self._reread, self._check_rights)
        self._solvers = SolverPool()
        self._rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()
        self._starts = Starts(clock)
        self._missers: list[Callable[[], None]] = []
        self._present: set[int] = set()
        self._storing: asyncio.Task[None] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def enter(self, code: str, connection: Connection) -> Room | None:
        """Put a socket in the room of a race and return it; None if the race is hidden."""
        async with self._opening:
            room, fresh = await self._find(code, connection)
            if room is None:
                return None
            race = room.live.race
            if race.kind is Kind.EVENT and race.seat_of(connection.player) is None:
                connection.plays_elsewhere = await storage.plays_elsewhere(code, connection.player)
            self._rooms[code] = room
            room.broadcast.add(connection)
        self._start()
        try:
            await room.enter(connection, fresh)
        except BaseException:
            self._forget(room, connection)
            raise
        self._store_presence_soon(room)
        return room

    def tap(
        self, hear: Callable[[dict[str, Any]], None], miss: Callable[[], None] | None = None
    ) -> None:
        """Have every message between the processes heard, this one's own too.

        `miss` is called when some may have been lost.
        """
        self._relay.taps.append(hear)
        if miss is not None:
            self._missers.append(miss)
        self._start()

    def _start(self) -> None:
        if not self._tasks:
            # They aren't about the first socket, which happens to start them.
            with about():
                self._tasks += map(asyncio.create_task, (self._beat(), self._keep_up()))
                self._relay.start()

    async def _find(self, code: str, connection: Connection) -> tuple[Room | None, bool]:
        """Return the room of a race, if this person may see it, and whether it is new."""
        while room := self._rooms.get(code):
            if not await self._admits(room, connection):
                return None, False
            # Its last socket may have left in the meantime.
            if self._rooms.get(code) is room:
                return room, False
        if (loaded := await storage.load(code)) is None:
            return None, True
        shared = self._journal, self._relay, self._starts, self._solvers
        room = Room(loaded, *shared, self._clock)
        if await self._admits(room, connection):
            return room, True
        room.close()
        return None, True

    def exit(self, room: Room, connection: Connection) -> None:
        """Take a socket out, and drop a room that is empty."""
        self._store_presence_soon(room)
        self._forget(room, connection)

    def _forget(self, room: Room, connection: Connection) -> None:
        room.exit(connection)
        if not room.broadcast.connections and self._rooms.get(room.live.code) is room:
            del self._rooms[room.live.code]
            room.close()

    async def _admits(self, room: Room, connection: Connection) -> bool:
        """Return whether a person may see the race; a daily attempt only after their own."""
        if not room.live.stored.admits(connection.player):
            return False
        return not room.live.race.kind.is_alone or await storage.is_shown_to(
            room.live.code, connection.player, self._clock()
        )

    async def _hear(self, code: str, note: dict[str, Any]) -> None:
        if room := self._rooms.get(code):
            try:
                await room.hear(from_wire(note))
            except UnavailableError as error:
                error.log(logger, "Race %s: could not apply a note", code)
            except Exception:
                logger.exception("Race %s: could not apply a note", code)

    async def close(self) -> None:
        """Tell other processes what they haven't heard, and that this one ends."""
        await self._relay.close()

    async def _reread(self) -> None:
        """Read again what this process may have missed."""
        for miss in self._missers:
            miss()
        await self._reconcile(reread=True)

    async def _reconcile(self, *, reread: bool = False) -> None:
        """Compare all rooms with the database; one that fails does not stop the others."""
        grace = 0 if reread or self._relay.is_broken else GRACE
        codes = tuple(self._rooms)
        states = await storage.stored_states(codes)
        lasts = await storage.last_actions(tuple(self._rooms))
        versions = dict.fromkeys(codes, GONE) | {c: state.version for c, state in states.items()}
        for code, room in tuple(self._rooms.items()):
            try:
                await room.reconcile(versions.get(code), lasts, grace, reread)
            except UnavailableError:
                raise
            except Exception:
                logger.exception("Race %s: could not compare it with the database", code)

    async def _check_rights(self, player: int | None = None) -> None:
        """Close the sockets whose rights have ended, of one player or of everyone."""
        held = [
            connection
            for room in self._rooms.values()
            for connection in room.broadcast.connections
            if player in (None, connection.player)
        ]
        await self.revoke_ended(held)

    async def revoke_ended(self, held: Collection[Connection]) -> None:
        """Close those of some sockets whose rights have ended."""
        held = [connection for connection in held if connection.visitor.is_known]
        if not held:
            return
        try:
            still = await still_here({connection.visitor for connection in held})
        except UnavailableError as error:
            error.log(logger, "Could not check the rights of open sockets")
            return
        except Exception:
            logger.exception("Could not check the rights of open sockets")
            return
        for connection in held:
            if (visitor := still.get(connection.visitor)) is None:
                connection.revoke()
            else:
                connection.visitor = visitor

    async def _beat(self) -> None:
        """Store who is present, show who is away, and read what no note has said."""
        while True:
            await asyncio.sleep(ALONE_HEARTBEAT if self._relay.is_broken else HEARTBEAT)
            try:
                await self._check_rights()
                await self._reconcile()
                rooms = tuple(self._rooms.values())
                present = {entry for room in rooms for entry in room.broadcast.present_entries()}
                for room in rooms:
                    room.broadcast.ask_players()
                await self._mark_present(present)
                away = await storage.away(
                    [room.live.code for room in rooms], self._clock() - AWAY_AFTER
                )
                for room in rooms:
                    room.broadcast.tell_presence(away.get(room.live.code, frozenset()))
            except UnavailableError as error:
                error.log(logger, "The heartbeat failed")
            except Exception:
                logger.exception("The heartbeat failed; retrying")

    async def _keep_up(self) -> None:
        """Seat rounds and close abandoned races, beside the heartbeat, which must not wait."""
        fails = False
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                await storage.seat_rounds(self._clock)
                await storage.close_overdue(self._clock)
                if fails:
                    logger.warning("Closing abandoned races works again")
                fails = False
            except UnmigratedError:
                # The log says so already.
                continue
            except UnavailableError as error:
                # Once: an outage may last for hours.
                if not fails:
                    error.log(logger, "Closing abandoned races failed")
                fails = True
            except Exception:
                logger.exception("Closing abandoned races failed; retrying")

    def _store_presence_soon(self, room: Room) -> None:
        """Store who is in a room, in one query with other arrivals and departures."""
        self._present.update(room.broadcast.present_entries())
        if self._storing is None:
            self._storing = asyncio.create_task(self._store_presence())

    async def _store_presence(self) -> None:
        await asyncio.sleep(STORE_PRESENCE_AFTER)
        entries, self._present, self._storing = self._present, set(), None
        try:
            await self._mark_present(entries)
        except UnavailableError as error:
            # The next heartbeat stores it.
            error.log(logger, "Could not store who is here")

    async def _mark_present(self, entries: Collection[int]) -> None:
        if entries:
            await storage.mark_present(entries, self._clock())
