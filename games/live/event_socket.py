"""The event socket: an event's standings and tables, as they change."""

from __future__ import annotations

from typing import Any, Final

from games.engine import Sentence
from games.live import web_process
from games.live.event_hall import EventHall
from games.live.event_halls import EventHalls
from games.live.live_socket import LiveSocket, Receive, Send, obstacle_of
from games.live.protocol import Message, Sync
from games.racing import RefusedError

halls: Final = EventHalls(web_process.wall_clock, web_process.rooms)


async def event_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve one socket at one event: an ASGI application."""
    await EventSocket(scope, send, await obstacle_of(scope)).serve(receive)


class EventSocket(LiveSocket[EventHall]):
    """One socket at one event. It only asks for everything again, and whether the server is there.

    A player's own races have sockets of their own.
    """

    at = "event"

    async def _enter(self) -> EventHall | None:
        return await halls.enter(self._code, self._connection)

    def _missing(self) -> Sentence:
        return Sentence("No event has this code.")

    async def _answer(self, place: EventHall, message: Message) -> None:
        if not isinstance(message, Sync):
            raise RefusedError("not-seated", "Your races have their own sockets.")
        await place.welcome(self._connection)

    def _exit(self, place: EventHall) -> None:
        halls.exit(place, self._connection)
