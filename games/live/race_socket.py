"""The race socket: decode, call, encode."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from django.conf import settings
from django.http import QueryDict

from games.addresses import client_address
from games.engine import Sentence
from games.live.actions import act_now, settled
from games.live.commands import carry_out
from games.live.connections import (
    CLOSE_BAD_VERSION,
    CLOSE_FAILED,
    CLOSE_LOGGED_OUT,
    CLOSE_NO_RACE,
    CLOSE_RESTART,
    CLOSE_TOO_MANY_SOCKETS,
    CLOSE_TOO_SOON,
    Connection,
)
from games.live.draining import Drain
from games.live.limits import SYNC_TOKENS, Admission, Limits, TooFastError
from games.live.mailbox import Mailbox
from games.live.parsing import FrameError, parse
from games.live.protocol import (
    VERSIONS,
    Act,
    Message,
    Ping,
    Pong,
    ProbeReply,
    Sync,
)
from games.live.room import Room
from games.live.rooms import Rooms
from games.live.tokens import asked_of
from games.live.visitors import STRANGER, visitor
from games.racing import RefusedError

logger = logging.getLogger(__name__)

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

CLOSE_SECONDS: Final = 5.0
"""How long a client may take to close; a client that never reads never sees the close."""

CLOSE_CODES: Final = {
    "bad-token": CLOSE_LOGGED_OUT,
    "bad-version": CLOSE_BAD_VERSION,
    "no-race": CLOSE_NO_RACE,
    "no-scope": CLOSE_LOGGED_OUT,
    "too-many-sockets": CLOSE_TOO_MANY_SOCKETS,
    "too-soon": CLOSE_TOO_SOON,
}
"""The close code for each reason to turn a socket away."""

INBOX_LIMIT: Final = 64
"""Messages of one client that may wait for earlier ones."""


def language_of(asked: QueryDict) -> str:
    """Return the language a page asks for, or else the site's."""
    language = asked.get("language", "")
    return language if language in dict(settings.LANGUAGES) else str(settings.LANGUAGE_CODE)


def check_version(asked: QueryDict) -> None:
    """Check the version of the protocol that a client asks for; without one it is the newest.

    :raises RefusedError: if there is no such version.
    """
    if asked.get("v", str(VERSIONS[-1])) not in map(str, VERSIONS):
        raise RefusedError(
            "bad-version",
            "This site speaks another version of the protocol. "
            "Reload the page, or update your program.",
        )


def wall_clock() -> int:
    """Return the milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


rooms: Final = Rooms(wall_clock)
drain: Final = Drain(rooms.close)
admission: Final = Admission(Limits(**settings.LIVE_LIMITS))


async def race_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Serve one socket at one race: an ASGI application."""
    await RaceSocket(scope, send, obstacle_of(scope)).serve(receive)


def obstacle_of(scope: dict[str, Any]) -> RefusedError | None:
    """Count a connection, and return why it is turned away, if it is."""
    try:
        # Before asking the database who it is: otherwise connecting would be free.
        admission.count_connect(client_address(scope), time.monotonic())
        check_version(asked_of(scope))
    except RefusedError as error:
        return error
    return None


async def no_socket(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Refuse a socket at an address that no race can have: an ASGI application.

    Accept it first: browsers tell a page nothing about a failed handshake, and the page would try
    again forever.
    """
    error = RefusedError("no-race", "There's no race at this address.")
    await RaceSocket(scope, send, error).serve(receive)


class RaceSocket:
    """One socket at one race.

    Frames are read as they come, even while earlier ones are being processed: no server has to
    buffer them, and a ping is always answered.
    """

    def __init__(
        self, scope: dict[str, Any], send: Send, obstacle: RefusedError | None = None
    ) -> None:
        self._scope = scope
        self._obstacle = obstacle
        self._code: str = scope["url_route"]["kwargs"].get("code", "").upper()
        self._address = client_address(scope)
        self._send = send
        asked = asked_of(scope)
        # A program that is turned away must not believe that it is playing.
        self._needs_session = asked.get("session") == "required"
        self._connection = Connection(language=language_of(asked), on_close=self._on_close)
        self._connection.buckets = (admission.own_bucket(time.monotonic()),)
        self._inbox: Mailbox[Message | None] = Mailbox()
        self._worker: asyncio.Task[None] | None = None
        self._room: Room | None = None
        self._is_working = True
        self._is_ending = False
        self._reading: asyncio.Timeout | None = None
        self._leave_at: float | None = None

    async def serve(self, receive: Receive) -> None:
        """Read what the client sends until it leaves; its player keeps the seat.

        Accept it before asking the database, which may take longer than a server waits for a
        handshake.
        """
        await receive()
        await self._send({"type": "websocket.accept"})
        sender = asyncio.create_task(self._send_on())
        drain.add(self.end)
        try:
            if drain.has_begun:
                self._connection.close(CLOSE_RESTART)
                await self._read_on(receive)
                return
            self._worker = asyncio.create_task(self._work())
            try:
                await self._read_on(receive)
                self._inbox.put(None)
                await self._worker
            finally:
                self._worker.cancel()
                await asyncio.wait([self._worker])
        finally:
            sender.cancel()
            drain.remove(self.end)

    async def end(self) -> None:
        """Answer what has come in, then send the client to another process."""
        self._is_ending = True
        if self._worker is not None:
            self._inbox.put(None)
            await asyncio.wait([self._worker])
        self._connection.close(CLOSE_RESTART)

    async def _read_on(self, receive: Receive) -> None:
        """Read what the client sends until it leaves, or until its time to close is up."""
        try:
            async with asyncio.timeout_at(self._leave_at) as self._reading:
                while (event := await receive())["type"] != "websocket.disconnect":
                    # The client sends this again, to its next process.
                    if not self._is_ending:
                        self._take(event.get("text"))
        except TimeoutError:
            logger.warning("Race %s: dropped a client that had not closed in time", self._code)
        finally:
            self._reading = None

    def _on_close(self) -> None:
        """Limit the time that the client may take to close."""
        self._leave_at = asyncio.get_running_loop().time() + CLOSE_SECONDS
        if self._reading is not None:
            self._reading.reschedule(self._leave_at)

    def _take(self, text: str | None) -> None:
        """Answer a frame, act on it or queue it; refuse one too many, or one that isn't a message.

        `actions.py` describes the path of an action.
        """
        connection = self._connection
        connection.is_heard = True
        if not connection.spend(time.monotonic()):
            return
        try:
            message = parse(text, admission.limits.frame_size)
        except FrameError as error:
            connection.bad_frame(error.code, error.sentence)
            return
        match message:
            case Act() if self._acts_now(message):
                pass
            case Ping():
                connection.send(Pong())
            case ProbeReply(k=probe):
                connection.has_read(probe)
            case Sync() if not connection.spend(time.monotonic(), SYNC_TOKENS - 1):
                pass
            case _ if len(self._inbox) >= INBOX_LIMIT:
                connection.excess_frame(Sentence("Wait for answers before you send more."))
            case _:
                self._inbox.put(message)

    def _acts_now(self, message: Act) -> bool:
        """Process an action at once, without the worker, if it doesn't have to wait."""
        if self._room is None or self._is_working or self._inbox:
            return False
        try:
            return act_now(self._room, self._connection, message)
        except Exception as error:
            self._connection.fail(error)
            return True

    async def _work(self) -> None:
        """Let the client in and do what it asks for; never raise."""
        try:
            if self._obstacle is not None:
                raise self._obstacle
            came = await visitor(self._scope)
            if came == STRANGER and self._needs_session:
                self._connection.revoke()
                return
            self._connection.visitor, self._connection.player = came, came.player
            player = came.player
            shared = admission.enter(player, self._address, time.monotonic())
            self._connection.buckets += (shared,)
        except RefusedError as error:
            self._connection.refuse(error.code, error.sentence)
            self._connection.close(CLOSE_CODES[error.code])
            return
        except Exception as error:
            self._connection.fail(error)
            self._connection.close(CLOSE_FAILED)
            return
        try:
            await self._take_part()
        finally:
            admission.exit(player, self._address)

    async def _take_part(self) -> None:
        """Enter the race, and do what the client asks for until it leaves."""
        try:
            room = await rooms.enter(self._code, self._connection)
        except Exception as error:
            self._connection.fail(error)
            self._connection.close(CLOSE_FAILED)
            return
        if room is None:
            self._connection.refuse(
                "no-race", Sentence("No race has the code %(code)s.", code=self._code)
            )
            self._connection.close(CLOSE_NO_RACE)
            return
        self._room = room
        try:
            await self._work_in(room)
            await settled(room, self._connection.player)
        finally:
            self._room = None
            rooms.exit(room, self._connection)

    async def _work_in(self, room: Room) -> None:
        """Carry out messages, one after the other, until the client leaves."""
        while (message := await self._next()) is not None and not self._connection.is_revoked:
            try:
                await carry_out(room, self._connection, message, self._address)
            except TooFastError as error:
                refuse = self._connection.refuse
                refuse(error.code, error.sentence, retry_after=error.retry_after)
            except RefusedError as error:
                self._connection.refuse(error.code, error.sentence)
            except Exception as error:
                self._connection.fail(error)

    async def _next(self) -> Message | None:
        """Return the next message; None once the client leaves."""
        while not self._inbox:
            self._is_working = False
            await self._inbox.filled()
        self._is_working = True
        return self._inbox.take()

    async def _send_on(self) -> None:
        """Send frames as they are queued, up to the close."""
        outbox, send = self._connection.outbox, self._send
        while True:
            while not outbox:
                await outbox.filled()
            frame = outbox.take()
            if isinstance(frame, int):
                await send({"type": "websocket.close", "code": frame})
                return
            await send({"type": "websocket.send", "text": frame})
