"""A web process without a server: its sockets run in the test, on a clock that the test sets."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from contextvars import ContextVar
from typing import Any

import pytest
import pytest_asyncio
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from games.live import event_socket, web_process
from games.live.draining import Drain
from games.live.event_halls import EventHalls
from games.live.limits import Admission, Limits
from games.live.rooms import Rooms
from games.live.routing import websocket_urlpatterns
from games.models import Player, Race
from tests.models.stored_races import ZERO

Frame = dict[str, Any]

WAIT = 60.0
"""Seconds until an expected frame counts as missing."""


HERE: ContextVar[Rooms] = ContextVar("HERE")
"""The rooms of the process that serves the current socket."""


class RoomsHere:
    """Replaces the module-wide rooms, so that one test can run several processes."""

    def __getattr__(self, name: str) -> Any:
        return getattr(HERE.get(), name)


@database_sync_to_async
def cookie_of(player: Player) -> bytes:
    """Return the session cookie of a logged-in player."""
    client = Client()
    client.force_login(player)
    return f"{settings.SESSION_COOKIE_NAME}={client.session.session_key}".encode()


class Tab:
    """One person's socket at a race or an event; keeps every frame."""

    def __init__(self, rooms: Rooms, path: str, cookie: bytes) -> None:
        # The stubs of Channels expect a pattern type that exists only in the stubs.
        application: Any = URLRouter(websocket_urlpatterns)  # type: ignore[arg-type]

        async def served_here(*line: Any) -> None:
            HERE.set(rooms)
            await application(*line)

        headers = [(b"cookie", cookie)] if cookie else []
        self._line = WebsocketCommunicator(served_here, path, headers)
        self._line.scope["client"] = ("192.0.2.7", 40123)
        self.frames: list[Frame] = []

    async def open(self) -> None:
        """Connect; the server accepts every socket and refuses with a message."""
        assert (await self._line.connect(WAIT))[0]

    async def send(self, **frame: Any) -> None:
        """Send a message."""
        await self.send_text(json.dumps(frame))

    async def send_text(self, text: str) -> None:
        """Send a frame unchanged."""
        await self._line.send_to(text_data=text)

    async def receive(self) -> Frame:
        """Return the next frame but probes, which it answers; a close has its `code`."""
        event = await self._line.receive_output(WAIT)
        if event["type"] == "websocket.close":
            return {"t": "close", "code": event["code"]}
        frame: Frame = json.loads(event["text"])
        if frame["t"] == "ping":
            await self.send(t="pong", k=frame["k"])
            return await self.receive()
        self.frames.append(frame)
        return frame

    async def probed(self) -> None:
        """Receive until the server asks whether the client is there, and don't answer."""
        while json.loads((await self._line.receive_output(WAIT))["text"])["t"] != "ping":
            pass

    async def until(self, t: str, **wanted: Any) -> Frame:
        """Receive until a frame of this type with these fields arrives."""
        while True:
            frame = await self.receive()
            if frame["t"] == t and wanted.items() <= frame.items():
                return frame

    async def race(self, **wanted: Any) -> Frame:
        """Receive until a race frame with these fields arrives."""
        return await self.until("race", **wanted)

    async def board(self, n: int, seat: int = 0) -> Frame:
        """Receive until a seat's board after an action arrives."""
        return await self.until("board", n=n, seat=seat)

    async def refused(self, code: str) -> Frame:
        """Receive until a refusal with this code arrives."""
        return await self.until("refused", code=code)

    async def quiet(self) -> list[Frame]:
        """Return all frames that arrive before the server answers a ping."""
        await self.send(t="ping")
        first = len(self.frames)
        await self.until("pong")
        return self.frames[first:-1]

    async def play(self, *moves: str, first: int = 1) -> Frame:
        """Play moves, each after the one before is stored."""
        frame: Frame = {}
        for n, move in enumerate(moves, first):
            await self.send(t="act", n=n, a=move)
            frame = await self.until("board", n=n)
        return frame

    async def left(self) -> None:
        """Wait until the server drops the socket, without closing it here."""
        await self._line.wait(WAIT)

    async def close(self) -> None:
        """Disconnect, and wait until the server has noticed."""
        # A frame that missed its timeout has already cancelled the socket's task.
        with suppress(asyncio.CancelledError):
            await self._line.disconnect(timeout=WAIT)


class Process:
    """One process's rooms and the tabs open at it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, now: int) -> None:
        self.now = now
        self.rooms = Rooms(lambda: self.now)
        self.halls = EventHalls(lambda: self.now, self.rooms)
        monkeypatch.setattr(event_socket, "halls", self.halls)
        monkeypatch.setattr(web_process, "rooms", RoomsHere())
        monkeypatch.setattr(web_process, "drain", Drain(self.rooms.close))
        self._monkeypatch = monkeypatch
        self.limit()
        self._tabs: list[Tab] = []

    def limit(self, **limits: int) -> None:
        """Give every client these limits and no others."""
        none = dict.fromkeys(settings.LIVE_LIMITS, 0) | {"frame_size": 4096}
        self._monkeypatch.setattr(web_process, "admission", Admission(Limits(**none | limits)))

    async def tab(self, code: str, player: Player | None = None, query: str = "") -> Tab:
        """Open a tab at a race; without a player, it has no session."""
        return await self._open(f"/ws/race/{code}/?{query}", player)

    async def event_tab(self, code: str, player: Player | None = None) -> Tab:
        """Open a tab at an event."""
        return await self._open(f"/ws/event/{code}/", player)

    async def _open(self, path: str, player: Player | None) -> Tab:
        cookie = await cookie_of(player) if player else b""
        tab = Tab(self.rooms, path, cookie)
        self._tabs.append(tab)
        await tab.open()
        return tab

    async def close(self) -> None:
        """Close all tabs and end the background tasks."""
        for tab in self._tabs:
            await tab.close()
        await self.rooms.close()
        await self.rooms._journal.close()


@pytest_asyncio.fixture
async def process(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    """Provide a process one second after the start."""
    process = Process(monkeypatch, ZERO + 1_000)
    yield process
    await process.close()
    await end_all()


@pytest.fixture
def no_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the process's heartbeat from firing."""
    monkeypatch.setattr("games.live.rooms.HEARTBEAT", 3600.0)
    monkeypatch.setattr("games.live.rooms.ALONE_HEARTBEAT", 3600.0)


async def two_players(process: Process, race: Race, alice: Player, bob: Player) -> tuple[Tab, Tab]:
    """Open the tabs of two players, each up to its first own board."""
    one, other = await process.tab(race.code, alice), await process.tab(race.code, bob)
    await one.board(0)
    await other.board(0, seat=1)
    return one, other


async def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(WAIT):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def logged(caplog: pytest.LogCaptureFixture, line: str) -> logging.LogRecord:
    """Wait until the log contains a text."""
    await until(lambda: line in caplog.messages)
    return caplog.records[caplog.messages.index(line)]


async def end_all() -> None:
    """Cancel all tasks other than the test."""
    beside = asyncio.all_tasks() - {asyncio.current_task()}
    for task in beside:
        task.cancel()
    await asyncio.gather(*beside, return_exceptions=True)
