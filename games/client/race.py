"""A race over its socket, which may break and come back any number of times."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from types import TracebackType
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import (
    ConnectionClosed,
    InvalidHandshake,
    InvalidStatus,
    SecurityError,
)

from games.client.api import Api, in_path
from games.client.board import Board, Frame
from games.client.errors import ADVICE, ActionError, BrokenError, ClientError, TurnedAwayError
from games.client.outbox import Outbox, back_off

VERSION: Final = 1
"""The version of the protocol that this client speaks."""

UNCONNECTED: Final[Mapping[int, str]] = {
    401: "a proxy before the site asks for a password",
    403: "the token didn't arrive, as after a redirect from http to https: check the address",
    404: "no WebSockets are served there: check the address, and the proxy before the site",
}
"""What to do after a status that connecting again doesn't change."""


class Race:
    """A race with a seat of the token's owner; use it with `async with`."""

    def __init__(self, api: Api, code: str, chance: random.Random | None = None) -> None:
        site = api.url.replace("http", "ws", 1)
        self._address = f"{site}/ws/race/{in_path(code)}/?v={VERSION}"
        self._headers = {"Authorization": f"Bearer {api.token}"}
        self._chance = chance or random.Random()  # noqa: S311
        self._outbox = Outbox(self._chance)
        self._reader: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._end: ClientError | None = None

    @property
    def frame(self) -> Frame:
        """The latest `race` frame: seats, state, clock."""
        return self._outbox.frame

    @property
    def board(self) -> Board | None:
        """Your latest stored board; None before the start."""
        return self._outbox.board

    @property
    def is_over(self) -> bool:
        """Whether the race is over."""
        return bool(self.frame.get("state") == "over")

    async def __aenter__(self) -> Race:
        """Connect, and return once the race is known."""
        self._reader = asyncio.create_task(self._read())
        try:
            await self._until(lambda: bool(self.frame))
        except BaseException:
            await self._leave()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Disconnect; the seat stays yours."""
        await self._leave()

    async def play(self, text: str) -> Board:
        """Play an action; return the board that says that it is stored.

        An action that is given up (cancelled) may still be stored if it was sent.

        :raises ActionError: if it is refused, as an illegal move is, or one after the bell.
        :raises TurnedAwayError: if the site has closed the socket for good.
        :raises BrokenError: if anything else keeps the race from going on.
        """
        await self.dealt()
        if self._end is not None:
            raise self._end
        action = self._outbox.add(text)
        self._tell()
        try:
            await self._until_seated(lambda: action.is_settled)
        finally:
            action.is_given_up = True
        if action.board is None:
            assert action.error is not None  # noqa: S101
            raise action.error
        return action.board

    async def end(self) -> None:
        """End your run where it stands, so that no one waits for you; return once it has ended.

        What waits to be stored comes first.

        :raises ClientError: as `play`, if the race can't go on here.
        """
        await self.dealt()
        if not self._has_ended:
            self._outbox.end()
            self._tell()
        await self._until_seated(lambda: self._has_ended)

    async def dealt(self) -> Board:
        """Wait for the start, and return your board.

        :raises ActionError: if you have no seat, or lose it: the host may turn bots out.
        """
        await self._until_seated(lambda: self.board is not None or self.is_over)
        if self.board is None:
            raise ActionError("race-over", "The race is over.")
        return self.board

    async def news(self) -> Frame:
        """Wait until something of the race has changed, and return it."""
        before = self.frame
        await self._until(lambda: self.frame is not before)
        return self.frame

    @property
    def _has_ended(self) -> bool:
        own = self._outbox.own
        has_run = own is None or own["state"] in ("waiting", "playing")
        return self.is_over or not has_run

    async def _until_seated(self, condition: Callable[[], bool]) -> None:
        await self._until(lambda: condition() or self._outbox.own is None)
        if not condition():
            raise ActionError("not-seated", "You have no seat in this race.")

    async def _until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            if self._end is not None:
                raise self._end
            await self._changed.wait()

    def _tell(self) -> None:
        """Wake all that wait for something."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def _leave(self) -> None:
        assert self._reader is not None  # noqa: S101
        self._reader.cancel()
        await asyncio.wait([self._reader])

    async def _read(self) -> None:
        """Read until the end, and tell it to all who wait."""
        end: ClientError = BrokenError("the race was left")
        try:
            end = TurnedAwayError(await self._stay_connected())
        except InvalidStatus as error:
            end = BrokenError(_refused(error))
            end.__cause__ = error
        except Exception as error:
            end = BrokenError(f"the race broke off: {error!r}")
            end.__cause__ = error
        finally:
            self._end = end
            self._tell()

    async def _stay_connected(self) -> int:
        """Connect again until it is no use; return the close code."""
        failures = 0
        while True:
            was_useful = False
            try:
                async with connect(self._address, additional_headers=self._headers) as socket:
                    was_useful = await self._converse(socket)
                if socket.close_code in ADVICE:
                    return socket.close_code
            except InvalidStatus as error:
                if error.response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
                    raise
            except SecurityError:
                raise
            except (OSError, InvalidHandshake):
                pass
            failures = 0 if was_useful else failures
            await asyncio.sleep(back_off(failures, self._chance))
            failures += 1

    async def _converse(self, socket: ClientConnection) -> bool:
        """Hear and send until the connection ends; return whether it brought anything."""
        was_useful = False
        writer = asyncio.create_task(self._write(socket))
        try:
            with suppress(ConnectionClosed):
                async for text in socket:
                    frame = json.loads(text)
                    was_useful = was_useful or frame["t"] != "refused"
                    self._hear(frame)
        finally:
            writer.cancel()
            await asyncio.wait([writer])
            self._outbox.disconnect()
        return was_useful

    def _hear(self, frame: Frame) -> None:
        self._outbox.hear(frame, asyncio.get_running_loop().time())
        self._tell()

    async def _write(self, socket: ClientConnection) -> None:
        """Send what is due, whenever it is."""
        clock = asyncio.get_running_loop().time
        with suppress(ConnectionClosed):
            while True:
                # Kept before anything is sent: what changes meanwhile isn't missed.
                changed = self._changed
                for frame in self._outbox.due(clock()):
                    await socket.send(json.dumps(frame))
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(self._outbox.wake):
                        await changed.wait()


def _refused(error: InvalidStatus) -> str:
    """Return what to do about an answer that isn't a socket."""
    status = error.response.status_code
    advice = UNCONNECTED.get(status, "check the address, and the proxy before the site")
    return f"the site refused the connection ({status}): {advice}"
