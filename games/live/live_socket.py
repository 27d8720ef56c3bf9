"""A socket of any kind: read frames as they come, let its client in, answer its messages."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Final, Generic, TypeVar

from django.conf import settings
from django.http import QueryDict

from games.addresses import client_address
from games.engine import Sentence
from games.live import web_process
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
from games.live.limits import SYNC_TOKENS, TooFastError, too_soon
from games.live.mailbox import Mailbox
from games.live.parsing import FrameError, parse
from games.live.protocol import VERSIONS, Act, Message, Ping, Pong, ProbeReply, Sync
from games.live.tokens import asked_of
from games.live.visitors import STRANGER, visitor
from games.logged import note
from games.metrics import SOCKET_CLOSES, SOCKETS
from games.racing import RefusedError

logger = logging.getLogger(__name__)

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Place = TypeVar("Place")

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


async def obstacle_of(scope: dict[str, Any]) -> RefusedError | None:
    """Count a connection, and return why it is turned away, if it is."""
    address = client_address(scope)
    try:
        # Before asking the database who it is: otherwise connecting would be free. First those of
        # this process, so that a flood doesn't reach Redis.
        web_process.admission.count_connect(address, time.monotonic())
        if not await web_process.shared_connects.take(address):
            raise too_soon()
        check_version(asked_of(scope))
    except RefusedError as error:
        return error
    return None


class LiveSocket(ABC, Generic[Place]):
    """One socket at one place: a race or an event.

    Frames are read as they come, even while earlier ones are being processed: no server has to
    buffer them, and a ping is always answered.
    """

    at: ClassVar[str]
    """The kind of place, as the metrics call it."""

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
        # An event's projected page shows the tables, but no one sits there.
        self._connection.tells_presence = asked.get("presence") != "none"
        self._connection.buckets = (web_process.admission.own_bucket(time.monotonic()),)
        self._inbox: Mailbox[Message | None] = Mailbox()
        self._worker: asyncio.Task[None] | None = None
        self._place: Place | None = None
        self._is_working = True
        self._is_ending = False
        self._reading: asyncio.Timeout | None = None
        self._leave_at: float | None = None

    @abstractmethod
    async def _enter(self) -> Place | None:
        """Let the client in and send it everything; None if there is no such place."""

    @abstractmethod
    def _missing(self) -> Sentence:
        """Say that there is no such place."""

    @abstractmethod
    async def _answer(self, place: Place, message: Message) -> None:
        """Do what the client asks for.

        :raises RefusedError: if that is refused.
        """

    @abstractmethod
    def _exit(self, place: Place) -> None:
        """Take the client out."""

    async def _settle(self, place: Place) -> None:
        """Wait until what the client has done is stored."""

    def _acts_now(self, message: Act) -> bool:
        """Process an action at once, without the worker, if it doesn't have to wait."""
        return False

    async def serve(self, receive: Receive) -> None:
        """Read what the client sends until it leaves; its player keeps the seat.

        Accept it before asking the database, which may take longer than a server waits for a
        handshake.
        """
        await receive()
        await self._send({"type": "websocket.accept"})
        note(**{self.at: self._code})
        SOCKETS.labels(self.at).inc()
        sender = asyncio.create_task(self._send_on())
        web_process.drain.add(self.end)
        try:
            if web_process.drain.has_begun:
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
            web_process.drain.remove(self.end)
            SOCKETS.labels(self.at).dec()

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
            logger.warning("%s: dropped a client that had not closed in time", self._code)
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
            message = parse(text, web_process.admission.limits.frame_size)
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
            note(player=player or None)
            shared = web_process.admission.enter(player, self._address, time.monotonic())
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
            web_process.admission.exit(player, self._address)

    async def _take_part(self) -> None:
        """Enter, and do what the client asks for until it leaves."""
        connection = self._connection
        try:
            place = await self._enter()
        except Exception as error:
            connection.fail(error)
            connection.close(CLOSE_FAILED)
            return
        if place is None:
            connection.refuse("no-race", self._missing())
            connection.close(CLOSE_NO_RACE)
            return
        self._place = place
        try:
            await self._answer_on(place)
            await self._settle(place)
        finally:
            self._place = None
            self._exit(place)

    async def _answer_on(self, place: Place) -> None:
        """Answer messages, one after the other, until the client leaves."""
        while (message := await self._next()) is not None and not self._connection.is_revoked:
            try:
                await self._answer(place, message)
            except TooFastError as error:
                refuse = self._connection.refuse
                refuse(error.code, error.sentence, retry_after=error.retry_after)
            except RefusedError as error:
                self._connection.refuse(error.code, error.sentence)
            except Exception as error:
                self._fail(place, error)

    def _fail(self, place: Place, error: Exception) -> None:
        """Tell the client that the server failed, and log why."""
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
                SOCKET_CLOSES.labels(frame).inc()
                await send({"type": "websocket.close", "code": frame})
                return
            await send({"type": "websocket.send", "text": frame})
