"""The race socket: decode, call, encode."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, Final

from channels.consumer import AsyncConsumer, get_handler_name
from channels.exceptions import StopConsumer

from games.live.connections import CLOSE_NO_RACE, NOBODY, Connection
from games.live.protocol import (
    Act,
    End,
    FrameError,
    Leave,
    Message,
    Ping,
    Pong,
    Ready,
    Rematch,
    Start,
    Sync,
    parse,
)
from games.live.room import Room
from games.live.rooms import Rooms
from games.racing import RefusedError

logger = logging.getLogger(__name__)


def wall_clock() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


rooms: Final = Rooms(wall_clock)


class RaceConsumer(AsyncConsumer):
    """One socket at one race."""

    # A room hears for all its sockets, so a socket needs no channel of its own.
    channel_layer_alias = "none"

    connection: Connection
    room: Room | None = None
    _sender: asyncio.Task[None] | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler of an ASGI event.

        Channels closes old database connections around every event, in another thread; this
        consumer touches no database itself, and measured, that hop halves its throughput.
        """
        await getattr(self, get_handler_name(message))(message)

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """Enter the race; somebody who has no seat watches."""
        user = self.scope["user"]
        self.connection = Connection((user and user.pk) or NOBODY, time.monotonic())
        await self.send({"type": "websocket.accept"})
        self._sender = asyncio.create_task(self._send_on())
        code = self.scope["url_route"]["kwargs"]["code"].upper()
        try:
            self.room = await rooms.enter(code, self.connection)
        except Exception:
            self._internal_error()
        else:
            if self.room is None:
                self.connection.refuse("no-race", f"There is no race {code}.")
                self.connection.close(CLOSE_NO_RACE)

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Answer one frame; nothing that a client sends raises out of here."""
        if self.room is None or not self.connection.admits(time.monotonic()):
            return
        try:
            await self._handle(self.room, parse(message.get("text")))
        except FrameError as error:
            self.connection.bad_frame(error.code, error.sentence)
        except RefusedError as error:
            self.connection.refuse(error.code, error.sentence)
        except Exception:
            self._internal_error()

    async def _handle(self, room: Room, message: Message) -> None:
        player = self.connection.player
        match message:
            case Act():
                await room.act(self.connection, message)
            case Ready(ready=ready):
                await room.change(lambda race, now: race.set_ready(player, ready, now))
            case Start():
                await room.change(lambda race, now: race.start(player, now))
            case End():
                await room.end(self.connection, "end")
            case Leave():
                await room.leave(self.connection)
            case Rematch():
                await room.rematch(player)
            case Sync():
                await room.welcome(self.connection)
            case Ping():
                self.connection.send(Pong())

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        """Go; the seat is kept."""
        if self._sender is not None:
            self._sender.cancel()
        if self.room is not None:
            try:
                await rooms.exit(self.room, self.connection)
            except Exception:
                logger.exception("A socket did not leave in order")
        raise StopConsumer

    async def _send_on(self) -> None:
        async for frame in self.connection.frames():
            if isinstance(frame, int):
                await self.send({"type": "websocket.close", "code": frame})
            else:
                await self.send({"type": "websocket.send", "text": frame})

    def _internal_error(self) -> None:
        logger.exception("A frame could not be handled")
        self.connection.refuse("internal", "Something went wrong here. Try again.")
