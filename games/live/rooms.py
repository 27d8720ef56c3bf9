"""The rooms of this process: opened by their first socket, dropped after their last."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from games.live import storage
from games.live.connections import Connection
from games.live.journal import Journal
from games.live.relay import Note, Relay
from games.live.room import Clock, Room

logger = logging.getLogger(__name__)

HEARTBEAT: Final = 4.0
"""Seconds between two words to the database on who is here."""

AWAY_AFTER: Final = 10_000
"""Milliseconds without a heartbeat after which a player counts as away."""


class Rooms:
    """All rooms of one process, with what they share: the journal, the relay, the heartbeat."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._journal = Journal()
        self._relay = Relay(self._hear, self._refresh_all)
        self._rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()
        self._pulse: asyncio.Task[None] | None = None

    async def enter(self, code: str, connection: Connection) -> Room | None:
        """The room of a race with the socket in it; None if there is no such race."""
        async with self._opening:
            room = self._rooms.get(code)
            if room is None:
                loaded = await storage.load(code)
                if loaded is None:
                    return None
                room = Room(loaded, self._journal, self._relay, self._clock)
                self._rooms[code] = room
                await self._relay.join(code)
            room.connections.add(connection)
        if self._pulse is None:
            self._pulse = asyncio.create_task(self._beat())
        await self._say_present([room])
        await room.enter(connection)
        return room

    async def exit(self, room: Room, connection: Connection) -> None:
        """Take a socket out; an empty room is dropped."""
        await self._say_present([room])
        room.exit(connection)
        if not room.connections and self._rooms.get(room.race.code) is room:
            del self._rooms[room.race.code]
            room.shut()
            await self._relay.leave(room.race.code)

    async def _hear(self, code: str, note: Note) -> None:
        if room := self._rooms.get(code):
            try:
                await room.hear(note)
            except Exception:
                logger.exception("Race %s: a note was not taken", code)

    async def _refresh_all(self) -> None:
        """Read again what a broken line may have kept from this process."""
        for room in tuple(self._rooms.values()):
            await room.catch_up()

    async def _beat(self) -> None:
        """Say who is here, see who is not."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                rooms = tuple(self._rooms.values())
                await self._say_present(rooms)
                await storage.close_overdue(self._clock())
                away = await storage.away(
                    [room.race.code for room in rooms], self._clock() - AWAY_AFTER
                )
                for room in rooms:
                    room.tell_presence(away.get(room.race.code, frozenset()))
            except Exception:
                logger.exception("The heartbeat failed; trying again")

    async def _say_present(self, rooms: list[Room] | tuple[Room, ...]) -> None:
        entries = [entry for room in rooms for entry in room.present_entries()]
        if entries:
            await storage.saw(entries, self._clock())
