"""The event socket: an event's standings and tables, as they change."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from games.engine import Sentence
from games.live.connections import CLOSE_FAILED, CLOSE_NO_RACE
from games.live.event_halls import EventHalls
from games.live.protocol import Sync
from games.live.race_socket import RaceSocket, obstacle_of, rooms, wall_clock

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

halls: Final = EventHalls(wall_clock, rooms)


async def event_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve one socket at one event: an ASGI application."""
    await EventSocket(scope, send, obstacle_of(scope)).serve(receive)


class EventSocket(RaceSocket):
    """One socket at one event. It only asks for everything again, and whether the server is there.

    A player's own races have sockets of their own.
    """

    async def _take_part(self) -> None:
        connection = self._connection
        try:
            hall = await halls.enter(self._code, connection)
        except Exception as error:
            connection.fail(error)
            connection.close(CLOSE_FAILED)
            return
        if hall is None:
            connection.refuse("no-race", Sentence("No event has this code."))
            connection.close(CLOSE_NO_RACE)
            return
        try:
            while (message := await self._next()) is not None and not connection.is_revoked:
                if isinstance(message, Sync):
                    await hall.welcome(connection)
                else:
                    connection.refuse("not-seated", Sentence("Your races have their own sockets."))
        finally:
            halls.exit(hall, connection)
