"""The events that are open in this process: dropped after their last socket.

They are compared with the database twice a second, as streams are: so whatever changes an event, a
page, a worker or another process, everyone sees it. Wins come with the notes of race sockets.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

import msgspec

from games.live import stored_event
from games.live.connections import Connection
from games.live.event_hall import EventHall
from games.live.notes import RunNote, from_wire
from games.live.rooms import Rooms
from games.live.storage import UnavailableError
from games.racing import Clock

logger = logging.getLogger(__name__)

EVERY: Final = 0.5
"""Seconds between two looks for changes."""

RIGHTS_EVERY: Final = 8
"""After how many looks the rights of open sockets are checked."""


class EventHalls:
    """All events of one process that someone looks at."""

    def __init__(self, clock: Clock, rooms: Rooms) -> None:
        self._clock = clock
        self._rooms = rooms
        self._halls: dict[str, EventHall] = {}
        self._opening = asyncio.Lock()
        self._looking: asyncio.Task[None] | None = None
        self._is_tapping = False

    async def enter(self, code: str, connection: Connection) -> EventHall | None:
        """Let a socket see an event; None if there is none."""
        async with self._opening:
            hall = self._halls.get(code) or await self._open(code)
            if hall is None:
                return None
            self._halls[code] = hall
            hall.connections.add(connection)
        if not self._is_tapping:
            self._is_tapping = True
            self._rooms.tap(self.hear)
        if self._looking is None:
            self._looking = asyncio.create_task(self._look_on())
        await hall.welcome(connection)
        return hall

    def exit(self, hall: EventHall, connection: Connection) -> None:
        """Forget a socket, and an event that no one looks at."""
        hall.connections.discard(connection)
        if not hall.connections and self._halls.get(hall.event.code) is hall:
            del self._halls[hall.event.code]
            hall.close()
        if not self._halls and self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def hear(self, message: dict[str, Any]) -> None:
        """Note which runs have moved, here or in another process."""
        if not self._halls:
            return
        for code, wire in message.get("notes", ()):
            for hall in self._halls.values():
                if code not in hall.tables:
                    continue
                # A process of another release may send other notes.
                with suppress(msgspec.ValidationError):
                    if isinstance(note := from_wire(wire), RunNote):
                        hall.hear_run(note.player, note.run)

    async def _open(self, code: str) -> EventHall | None:
        event = await stored_event.load(code, self._clock(), {})
        if event is None:
            return None
        won = await stored_event.winners([table.code for table in event.tables])
        return EventHall(event, won, self._clock)

    async def _look_on(self) -> None:
        looks = 0
        while True:
            due = {code: hall.changes_at for code, hall in self._halls.items()}
            await asyncio.sleep(EVERY)
            looks += 1
            try:
                if looks % RIGHTS_EVERY == 0:
                    await self._rooms.revoke_ended(
                        [one for hall in self._halls.values() for one in hall.connections]
                    )
                found = await stored_event.versions(tuple(self._halls))
                now = self._clock()
                for code, hall in tuple(self._halls.items()):
                    at = due.get(code)
                    is_due = at is not None and at <= now
                    if is_due or found.get(code, hall.event.version) != hall.event.version:
                        await hall.refresh()
            except UnavailableError as error:
                logger.error("Could not read events: %s", error)
            except Exception:
                logger.exception("Could not tell of events; trying again")
