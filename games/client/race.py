"""A race over its socket: actions are sent until they are stored, over any number of connections.

This is the contract of `docs/reference/protocol.md`, "Coming back". One action is in flight at a
time, so no flood can close the socket, and the one behind `collect` knows its number.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from types import TracebackType
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from games.client.api import Api, ClientError
from games.client.board import Board, Frame
from games.client.pace import Pace

VERSION: Final = 1
"""The version of the protocol that this client speaks."""

FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 15.0
"""Seconds before another attempt: the first, and the longest."""

FINAL: Final = frozenset({4400, 4401, 4404, 4409, 4426, 4429})
"""The close codes after which connecting again is no use."""

LATER: Final = frozenset({"too-fast", "too-many", "not-stored", "unavailable", "internal", "gap"})
"""The refusals after which an action is sent again."""

UNREAD: Final = frozenset({"bad-frame", "bad-json", "bad-message", "too-large"})
"""The refusals of what could not be read, so that they bear no number."""


class TurnedAwayError(ClientError):
    """The site has closed the socket for good; the number is the close code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the site closed the socket for good: {code}")
        self.code = code


class BrokenError(ClientError):
    """The race cannot go on here: `async with` has ended, or the cause is an error."""


class ActionError(ClientError):
    """An action that was refused, with its code and a sentence; those behind it are dropped too."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code


@dataclass(eq=False)
class Action:
    """An action that waits for its board."""

    text: str
    stored: asyncio.Future[Board]
    number: int | None = None
    """None until it is sent, over this connection or an earlier one."""

    def fail(self, error: Exception) -> None:
        """Tell who waits, unless it was given up."""
        if not self.stored.done():
            self.stored.set_exception(error)


class Race:
    """A race with a seat of the token's owner; use it with `async with`."""

    def __init__(self, api: Api, code: str, chance: random.Random | None = None) -> None:
        self._address = f"{api.url.replace('http', 'ws', 1)}/ws/race/{code}/?v={VERSION}"
        self._headers = {"Authorization": f"Bearer {api.token}"}
        self._chance = chance or random.Random()  # noqa: S311
        self._waiting: deque[Action] = deque()
        self._is_in_flight = False
        """Whether the first that waits is sent over this connection."""
        self._is_behind = True
        """Whether nothing is sent before the next board has come."""
        self._postponed = 0
        """How often the first that waits was put off."""
        self._resync: asyncio.Task[None] | None = None
        self._pace = Pace()
        self._pause: asyncio.Task[None] | None = None
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._heard = asyncio.Event()
        self._end: ClientError | None = None
        self.frame: Frame = {}
        """The latest `race` frame: seats, state, clock."""
        self.board: Board | None = None
        """Your latest stored board; None before the start."""

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

    @property
    def is_over(self) -> bool:
        """Whether the race is over."""
        return bool(self.frame.get("state") == "over")

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
        action = Action(text, asyncio.get_running_loop().create_future())
        self._waiting.append(action)
        try:
            await self._send_first()
            return await action.stored
        finally:
            action.stored.cancel()

    async def end(self) -> None:
        """End your run where it stands, so that no one waits for you; return once it has ended.

        What waits to be stored comes first.

        :raises ClientError: as `play`, if the race can't go on here.
        """
        await self.dealt()
        while not self.is_over and self._own["state"] in ("waiting", "playing"):
            if not self._waiting:
                await self._send({"t": "end"})
            await self.news()

    @property
    def _own(self) -> Frame:
        """Your seat."""
        own: Frame = next(s for s in self.frame["seats"] if s["seat"] == self.frame["you"])
        return own

    async def dealt(self) -> Board:
        """Wait for the start, and return your board."""
        await self._until(lambda: self.board is not None or self.is_over)
        if self.board is None:
            raise ActionError("race-over", "The race is over.")
        return self.board

    async def news(self) -> Frame:
        """Wait until something of the race has changed, and return it."""
        before = self.frame
        await self._until(lambda: self.frame is not before)
        return self.frame

    async def _until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            if self._end is not None:
                raise self._end
            await self._heard.wait()

    def _tell(self) -> None:
        self._heard.set()
        self._heard = asyncio.Event()

    async def _leave(self) -> None:
        assert self._reader is not None  # noqa: S101
        self._reader.cancel()
        await asyncio.wait([self._reader])

    async def _read(self) -> None:
        """Read until the end, and tell it to all who wait."""
        end: ClientError = BrokenError("the race was left")
        try:
            end = TurnedAwayError(await self._stay_connected())
        except Exception as error:
            end = BrokenError(f"the race broke off: {error!r}")
            end.__cause__ = error
        finally:
            self._drift()
            self._end = end
            for action in self._waiting:
                action.fail(end)
            self._tell()

    async def _stay_connected(self) -> int:
        """Connect again until it is no use; return the close code."""
        failures = 0
        while True:
            code: int | None = None
            try:
                async with connect(self._address, additional_headers=self._headers) as socket:
                    self._socket = socket
                    async for text in socket:
                        frame = json.loads(text)
                        failures = 0 if frame["t"] != "refused" else failures
                        await self._hear(frame)
                code = socket.close_code
            except ConnectionClosed as error:
                code = error.rcvd.code if error.rcvd else None
            except InvalidStatus as error:
                if error.response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
                    raise
            except (OSError, InvalidHandshake):
                pass
            self._drift()
            if code in FINAL:
                return code
            await self._wait(failures)
            failures += 1

    async def _wait(self, failures: int) -> None:
        longest = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(failures, 5))
        await asyncio.sleep(longest * self._chance.uniform(0.5, 1))

    async def _send(self, frame: Frame) -> None:
        # What is lost with a connection is sent again over the next, if it is an action.
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(json.dumps(frame))

    async def _send_first(self) -> None:
        if self._is_behind or self._is_in_flight or self.board is None:
            return
        # What was sent once may be stored, so it is sent again even if it was given up.
        while self._waiting and self._waiting[0].number is None and self._waiting[0].stored.done():
            self._waiting.popleft()
        if self._waiting and not self._is_pausing():
            first = self._waiting[0]
            first.number = first.number or self.board.n + 1
            self._is_in_flight = True
            await self._send({"t": "act", "n": first.number, "a": first.text})

    def _is_pausing(self) -> bool:
        """Return whether a bot has to wait; if so, the first that waits is sent after that."""
        left = self._pace.left(asyncio.get_running_loop().time()) if self._own["bot"] else 0
        if left > 0 and self._pause is None:
            self._pause = asyncio.create_task(self._send_after(left))
        return left > 0

    async def _send_after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._pause = None
        await self._send_first()

    async def _hear(self, frame: Frame) -> None:
        match frame["t"]:
            case "ping":
                await self._send({"t": "pong", "k": frame["k"]})
            case "race":
                self.frame = frame
            case "board" if frame["seat"] == self.frame.get("you"):
                self._store(Board.of(frame))
            case "refused" if frame["code"] == "too-fast":
                self._postpone(frame["retry_after"] / 1000)
            case "refused" if frame["code"] in LATER:
                if frame["code"] == "too-many":
                    # The rate has to recover, or each of the next frames is one too many again.
                    self._postponed = max(self._postponed, 2)
                self._postpone()
            case "refused":
                self._refuse(frame["n"], frame["code"], frame["detail"])
        await self._send_first()
        self._tell()

    def _store(self, board: Board) -> None:
        """Take what is stored; go on from it, unless that was put off."""
        self.board = board
        number = self._waiting[0].number if self._waiting else None
        if number is not None and number <= board.n:
            action = self._waiting.popleft()
            self._is_in_flight = False
            self._postponed = 0
            self._pace.note(asyncio.get_running_loop().time())
            if not action.stored.done():
                action.stored.set_result(board)
        elif number is not None and self._is_behind and number > board.n + 1:
            self._drop(ActionError("stale", "The site has lost what you played."))
        if self._resync is None:
            self._is_behind = False

    def _refuse(self, n: int | None, code: str, detail: str) -> None:
        if not self._is_in_flight or (n != self._waiting[0].number and code not in UNREAD):
            return
        # What follows one that would have changed nothing, or was given up, doesn't build on it.
        if code == "nothing-safe" or self._waiting[0].stored.done():
            self._waiting.popleft().fail(ActionError(code, detail))
            self._is_in_flight = False
        else:
            self._drop(ActionError(code, detail))
        if code == "stale":
            self._postpone()

    def _drop(self, error: ActionError) -> None:
        """Fail all that waits."""
        for action in self._waiting:
            action.fail(error)
        self._waiting.clear()
        self._is_in_flight = False

    def _postpone(self, seconds: float | None = None) -> None:
        """Send nothing for a while, then ask for the board, and go on from it."""
        self._is_behind, self._is_in_flight = True, False
        if self._resync is None:
            self._resync = asyncio.create_task(self._sync(seconds))

    async def _sync(self, seconds: float | None) -> None:
        if seconds is None:
            await self._wait(self._postponed)
            self._postponed += 1
        else:
            await asyncio.sleep(seconds)
        self._resync = None
        await self._send({"t": "sync"})

    def _drift(self) -> None:
        """Take note that the connection is gone: the board of the next says what is stored."""
        self._socket, self._is_behind, self._is_in_flight = None, True, False
        for task in (self._resync, self._pause):
            if task is not None:
                task.cancel()
        self._resync = self._pause = None
