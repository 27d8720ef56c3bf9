"""The rooms of this process: opened by their first socket, dropped after their last."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from typing import Final

from games.live import storage
from games.live.connections import Connection
from games.live.journal import Journal
from games.live.relay import Note, Relay
from games.live.room import Room
from games.live.solver_pool import SolverPool
from games.live.starts import Starts
from games.live.visitors import still_here
from games.racing import Clock

logger = logging.getLogger(__name__)

HEARTBEAT: Final = 4.0
"""Seconds between two words to the database on who is here."""

SAY_AFTER: Final = 0.2
"""Seconds until the database is told who has just come or gone."""

ALONE_HEARTBEAT: Final = 1.0
"""The same while no note comes from the other processes: what they do is read from it, too."""

GRACE: Final = 1500
"""Milliseconds that the notes on an action have to come before it is read from the database."""

GONE: Final = -1
"""The version of a race that is not stored any more."""

AWAY_AFTER: Final = 10_000
"""Milliseconds without a heartbeat after which a player counts as away."""


class Rooms:
    """All rooms of one process, with what they share: the journal, the relay, the heartbeat."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._journal = Journal()
        self._relay = Relay(self._hear, self._reread, self._look_again)
        self._solvers = SolverPool()
        self._rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()
        self._starts = Starts(clock)
        self._seen: set[int] = set()
        self._saying: asyncio.Task[None] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def enter(self, code: str, connection: Connection) -> Room | None:
        """The room of a race with the socket in it; None if there is none for this person."""
        async with self._opening:
            room, fresh = await self._find(code, connection)
            if room is None:
                return None
            self._rooms[code] = room
            room.connections.add(connection)
        if not self._tasks:
            self._tasks += map(asyncio.create_task, (self._beat(), self._keep_up()))
            self._relay.start()
        try:
            await room.enter(connection, fresh)
        except BaseException:
            self._forget(room, connection)
            raise
        self._say_soon(room)
        return room

    async def _find(self, code: str, connection: Connection) -> tuple[Room | None, bool]:
        """The room of a race, if it is for this person, and whether it is new."""
        while room := self._rooms.get(code):
            if not await self._admits(room, connection):
                return None, False
            # Its last socket may have left meanwhile.
            if self._rooms.get(code) is room:
                return room, False
        if (loaded := await storage.load(code)) is None:
            return None, True
        shared = self._journal, self._relay, self._starts, self._solvers
        room = Room(loaded, *shared, self._clock)
        if await self._admits(room, connection):
            return room, True
        room.shut()
        return None, True

    def exit(self, room: Room, connection: Connection) -> None:
        """Take a socket out; an empty room is dropped."""
        self._say_soon(room)
        self._forget(room, connection)

    def _forget(self, room: Room, connection: Connection) -> None:
        room.exit(connection)
        if not room.connections and self._rooms.get(room.race.code) is room:
            del self._rooms[room.race.code]
            room.shut()

    async def _admits(self, room: Room, connection: Connection) -> bool:
        """Whether somebody may see the race: on a daily's deal, only after one's own attempt."""
        if not room.stored.admits(connection.player):
            return False
        return not room.race.kind.is_alone or await storage.is_shown_to(
            room.race.code, connection.player, self._clock()
        )

    async def _hear(self, code: str, note: Note) -> None:
        if room := self._rooms.get(code):
            try:
                await room.hear(note)
            except storage.UnavailableError as error:
                logger.error("Race %s: a note was not taken: %s", code, error)
            except Exception:
                logger.exception("Race %s: a note was not taken", code)

    async def close(self) -> None:
        """Tell the other processes everything, and that this one ends."""
        await self._relay.close()

    async def _reread(self) -> None:
        """Read again what a broken line may have kept from this process."""
        await self._reconcile(reread=True)

    async def _reconcile(self, *, reread: bool = False) -> None:
        """Compare all rooms with the database; one that fails keeps nothing from the others."""
        grace = 0 if reread or self._relay.is_broken else GRACE
        codes = tuple(self._rooms)
        standings = await storage.standings(codes)
        lasts = await storage.last_actions(tuple(self._rooms))
        versions = dict.fromkeys(codes, GONE) | {c: found.version for c, found in standings.items()}
        for code, room in tuple(self._rooms.items()):
            try:
                await room.reconcile(versions.get(code), lasts, grace, reread)
            except storage.UnavailableError:
                raise
            except Exception:
                logger.exception("Race %s could not be compared with the database", code)

    async def _look_again(self, player: int | None = None) -> None:
        """Close the sockets of one player, or of all, whose rights have ended."""
        held = [
            connection
            for room in self._rooms.values()
            for connection in room.connections
            if connection.visitor.session and player in (None, connection.player)
        ]
        if not held:
            return
        try:
            still = await still_here({connection.visitor for connection in held})
        except storage.UnavailableError as error:
            logger.error("The rights of those who are here are not known: %s", error)
            return
        except Exception:
            logger.exception("The rights of those who are here could not be looked at")
            return
        for connection in held:
            if (visitor := still.get(connection.visitor)) is None:
                connection.revoke()
            else:
                connection.visitor = visitor

    async def _beat(self) -> None:
        """Say who is here, see who is not, and learn what no note has told."""
        while True:
            await asyncio.sleep(ALONE_HEARTBEAT if self._relay.is_broken else HEARTBEAT)
            try:
                await self._look_again()
                await self._reconcile()
                rooms = tuple(self._rooms.values())
                await self._say_present(
                    {entry for room in rooms for entry in room.present_entries()}
                )
                away = await storage.away(
                    [room.race.code for room in rooms], self._clock() - AWAY_AFTER
                )
                for room in rooms:
                    room.tell_presence(away.get(room.race.code, frozenset()))
            except storage.UnavailableError as error:
                logger.error("The heartbeat failed: %s", error)
            except Exception:
                logger.exception("The heartbeat failed; trying again")

    async def _keep_up(self) -> None:
        """Close what nobody is there to close; beside the heartbeat, since it may take longer."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                await storage.close_overdue(self._clock)
            except storage.UnavailableError as error:
                logger.error("The upkeep failed: %s", error)
            except Exception:
                logger.exception("The upkeep failed; trying again")

    def _say_soon(self, room: Room) -> None:
        """Say who is in a room, together with whoever else comes and goes at the moment."""
        self._seen.update(room.present_entries())
        if self._saying is None:
            self._saying = asyncio.create_task(self._say())

    async def _say(self) -> None:
        await asyncio.sleep(SAY_AFTER)
        entries, self._seen, self._saying = self._seen, set(), None
        try:
            await self._say_present(entries)
        except storage.UnavailableError as error:
            # The next heartbeat says it again.
            logger.error("The database was not told who is here: %s", error)

    async def _say_present(self, entries: Collection[int]) -> None:
        if entries:
            await storage.saw(entries, self._clock())
