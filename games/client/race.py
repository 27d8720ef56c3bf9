"""A race over its socket: actions are sent until they are stored, over any number of connections.

This is the contract of `docs/reference/protocol.md`, "Coming back".
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from games.client.api import Api

Frame = Mapping[str, Any]

FIRST_WAIT: Final = 0.5
LONGEST_WAIT: Final = 15.0
"""Seconds before another attempt to connect: the first, and the longest."""

FINAL: Final = frozenset({4400, 4401, 4404, 4409, 4429})
"""The close codes after which connecting again is no use."""

LATER: Final = frozenset({"too-many", "not-stored", "unavailable", "internal", "gap"})
"""The refusals after which an action is sent again."""


class TurnedAwayError(Exception):
    """The site has closed the socket for good; the number is the close code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the site closed the socket for good: {code}")
        self.code = code


class RefusedError(Exception):
    """An action that was refused, with its code and a sentence; those behind it are dropped too."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code


@dataclass(frozen=True)
class Board:
    """Your board after its action `n`: the piles, and every legal move."""

    n: int
    piles: Mapping[str, tuple[str, ...]]
    """The cards of each pile, from the bottom up."""
    moves: tuple[str, ...]
    """Every legal move; those of one card stand together, the likeliest first."""
    safe: tuple[str, ...]
    """The moves to a foundation that no column will miss."""
    progress: int
    outcome: str | None
    """`won` or `stuck`; None while the game goes on."""

    @classmethod
    def of(cls, frame: Frame) -> Board:
        """Return the board of a `board` frame."""
        view = frame["board"]
        piles = {name: tuple(cards.split()) for name, cards in view["piles"].items()}
        return cls(
            n=frame["n"],
            piles=piles,
            moves=tuple(view["moves"]),
            safe=tuple(view["safe"]),
            progress=view["progress"],
            outcome=view["outcome"],
        )


class Race:
    """A race with a seat of the token's owner; use it with `async with`."""

    def __init__(self, api: Api, code: str, chance: random.Random | None = None) -> None:
        self._address = f"{api.url.replace('http', 'ws', 1)}/ws/race/{code}/"
        self._headers = {"Authorization": f"Bearer {api.token}"}
        self._chance = chance or random.Random()  # noqa: S311
        self._waiting: deque[tuple[int, str]] = deque()
        self._socket: ClientConnection | None = None
        self._is_behind = False
        """Whether the next board says which actions to send again."""
        self._heard = asyncio.Condition()
        self._error: Exception | None = None
        self._reader: asyncio.Task[None] | None = None
        self.frame: Frame = {}
        """The latest `race` frame: seats, state, clock."""
        self.board: Board | None = None
        """Your latest stored board; None before the start."""

    async def __aenter__(self) -> Race:
        """Connect, and return once the race is known."""
        self._reader = asyncio.create_task(self._stay_connected())
        await self._until(lambda: bool(self.frame))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Disconnect; the seat stays yours."""
        assert self._reader is not None  # noqa: S101
        self._reader.cancel()
        await asyncio.wait([self._reader])

    @property
    def is_over(self) -> bool:
        """Whether the race is over."""
        return bool(self.frame.get("state") == "over")

    async def play(self, action: str) -> Board:
        """Play an action; return the board that says that it is stored.

        :raises RefusedError: if it is refused, as an illegal move is, or one after the bell.
        :raises TurnedAwayError: if the site has closed the socket for good.
        """
        board = await self.dealt()
        number = board.n + 1
        self._waiting.append((number, action))
        await self._send({"t": "act", "n": number, "a": action})
        await self._until(lambda: self.board is not None and self.board.n >= number)
        return await self.dealt()

    async def dealt(self) -> Board:
        """Wait for the start, and return your board."""
        await self._until(lambda: self.board is not None or self.is_over)
        if self.board is None:
            raise RefusedError("race-over", "The race is over.")
        return self.board

    async def news(self) -> Frame:
        """Wait until something of the race has changed, and return it."""
        before = self.frame
        await self._until(lambda: self.frame is not before)
        return self.frame

    async def _until(self, condition: Callable[[], bool]) -> None:
        async with self._heard:
            await self._heard.wait_for(lambda: self._error is not None or condition())
            if condition() or self._error is None:
                return
            error = self._error
            # A refusal is about one action; the next may be taken.
            if not isinstance(error, TurnedAwayError):
                self._error = None
            raise error

    async def _send(self, frame: Frame) -> None:
        # What is lost with a connection is sent again over the next, if it is an action.
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(json.dumps(frame))

    async def _stay_connected(self) -> None:
        wait = FIRST_WAIT
        while True:
            try:
                async with connect(self._address, additional_headers=self._headers) as socket:
                    self._socket, self._is_behind = socket, True
                    async for text in socket:
                        wait = FIRST_WAIT
                        await self._hear(json.loads(text))
                code = socket.close_code or 1006
            except ConnectionClosed as error:
                code = error.rcvd.code if error.rcvd else 1006
            except (OSError, InvalidHandshake):
                code = 1006
            self._socket = None
            if code in FINAL:
                await self._tell(TurnedAwayError(code))
                return
            await asyncio.sleep(wait * self._chance.uniform(0.5, 1))
            wait = min(2 * wait, LONGEST_WAIT)

    async def _hear(self, frame: Frame) -> None:
        match frame["t"]:
            case "ping":
                await self._send({"t": "pong", "k": frame["k"]})
            case "race":
                async with self._heard:
                    self.frame = frame
                    self._heard.notify_all()
            case "board" if frame["seat"] == self.frame.get("you"):
                await self._store(Board.of(frame))
            case "refused" if frame["n"] is not None and frame["code"] in LATER:
                await asyncio.sleep(FIRST_WAIT)
                self._is_behind = True
                await self._send({"t": "sync"})
            case "refused" if frame["n"] is not None:
                await self._refuse(frame["code"], frame["detail"])

    async def _store(self, board: Board) -> None:
        """Take what is stored: forget the actions in it, and send those again that it lacks."""
        while self._waiting and self._waiting[0][0] <= board.n:
            self._waiting.popleft()
        if self._is_behind and self._waiting:
            if self._waiting[0][0] == board.n + 1:
                for number, action in self._waiting:
                    await self._send({"t": "act", "n": number, "a": action})
            else:
                await self._refuse("stale", "You played elsewhere meanwhile.")
        self._is_behind = False
        async with self._heard:
            self.board = board
            self._heard.notify_all()

    async def _refuse(self, code: str, detail: str) -> None:
        self._waiting.clear()
        await self._tell(RefusedError(code, detail))

    async def _tell(self, error: Exception) -> None:
        async with self._heard:
            self._error = error
            self._heard.notify_all()
