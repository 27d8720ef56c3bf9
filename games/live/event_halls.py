"""The events that are open in this process: dropped after their last socket.

They are compared with the database twice a second, as streams are: so whatever changes an event, a
page, a worker or another process, everyone sees it. Wins come with the notes of race sockets, and
from the database when notes were lost.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

import msgspec

from games.live import event_storage
from games.live.connections import Connection
from games.live.database_thread import UnavailableError
from games.live.event_hall import EventHall
from games.live.notes import RunNote, from_wire
from games.live.rooms import Rooms
from games.racing import Clock

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 0.5
"""The time between two looks for changes."""

RIGHTS_EVERY: Final = 8
"""After how many looks the rights of open sockets are checked."""

ALL_EVERY: Final = 20
"""After how many looks everything is read again: a process may have died before it told."""


class EventHalls:
    """All events of one process that someone looks at."""

    def __init__(self, clock: Clock, rooms: Rooms) -> None:
        self._clock = clock
        self._rooms = rooms
        self._halls: dict[str, EventHall] = {}
        self._looking: asyncio.Task[None] | None = None
        self._is_tapping = False

    async def enter(self, code: str, connection: Connection) -> EventHall | None:
        """Let a socket see an event; None if there is none."""
        # Before reading: what is told meanwhile is read, or heard.
        if (hall := self._halls.get(code)) is None:
            hall = self._halls[code] = EventHall(code, self._clock)
        hall.connections.add(connection)
        if not self._is_tapping:
            self._is_tapping = True
            self._rooms.tap(self.hear, self.miss)
        if self._looking is None:
            self._looking = asyncio.create_task(self._look_on())
        try:
            if await hall.open():
                await hall.welcome(connection)
                return hall
        except BaseException:
            self.exit(hall, connection)
            raise
        self.exit(hall, connection)
        return None

    def exit(self, hall: EventHall, connection: Connection) -> None:
        """Forget a socket, and an event that no one looks at."""
        hall.connections.discard(connection)
        if not hall.connections and self._halls.get(hall.code) is hall:
            del self._halls[hall.code]
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

    def miss(self) -> None:
        """Have every event read what notes may have told that didn't come."""
        for hall in self._halls.values():
            hall.miss()

    async def _look_on(self) -> None:
        looks = 0
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            looks += 1
            try:
                if looks % RIGHTS_EVERY == 0:
                    await self._rooms.revoke_ended(
                        [one for hall in self._halls.values() for one in hall.connections]
                    )
                found = await event_storage.versions(tuple(self._halls))
            except UnavailableError as error:
                error.log(logger, "Could not read events")
                continue
            except Exception:
                logger.exception("Could not look for changed events; trying again")
                continue
            for code, hall in tuple(self._halls.items()):
                try:
                    await hall.keep_up(found.get(code), anyway=looks % ALL_EVERY == 0)
                except UnavailableError as error:
                    error.log(logger, "Event %s: could not be read", code)
                except Exception:
                    logger.exception("Event %s: could not be told of; trying again", code)
