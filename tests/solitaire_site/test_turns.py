"""Turns: one visitor who asks for a lot at once waits alone."""

from __future__ import annotations

import asyncio
import http.client
import socket
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from selectors import EVENT_READ, DefaultSelector
from typing import Any
from urllib.parse import urlsplit

import pytest

from solitaire_site.turns import WAITING, Turns
from tests.processes import Launch, Site
from tests.stores import Stores

WAIT = 60.0
FLOODER, OTHER = "198.51.100.7", "203.0.113.9"
AT_ONCE = 4


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, stores: Stores) -> Iterator[Site]:
    """Serve a site that believes this machine which visitors ask."""
    with closing(Launch(tmp_path_factory.mktemp("site"), stores)) as launch:
        yield launch(TRUSTED_PROXIES="127.0.0.1", REQUESTS_PER_ADDRESS=str(AT_ONCE))


def ask(site: Site, visitor: str, path: str, cleanup: ExitStack) -> socket.socket:
    """Ask for a page as a visitor, without waiting for it."""
    parts = urlsplit(site.urls[0])
    line = socket.create_connection((parts.hostname or "", parts.port or 0), WAIT)
    cleanup.callback(line.close)
    head = [f"GET {path} HTTP/1.1", f"Host: {parts.netloc}", f"X-Forwarded-For: {visitor}"]
    line.sendall("\r\n".join([*head, "Connection: close", "", ""]).encode())
    return line


def status(line: socket.socket) -> int:
    """Return the status of the answer, once it has come whole."""
    answer = http.client.HTTPResponse(line)
    answer.begin()
    answer.read()
    return answer.status


def answered(lines: list[socket.socket]) -> int:
    """Return how many have something to read by now."""
    with DefaultSelector() as selector:
        for line in lines:
            selector.register(line, EVENT_READ)
        return len(selector.select(0))


def test_one_who_asks_for_many_pages_at_once_keeps_nobody_waiting(site: Site) -> None:
    with ExitStack() as cleanup:
        flood = [ask(site, FLOODER, f"/api/?z={number}", cleanup) for number in range(100)]
        assert status(ask(site, OTHER, "/how-to-play/", cleanup)) == 200
        # It came before most of what had been asked for earlier.
        assert answered(flood) < len(flood) // 2
        assert {status(line) for line in flood} == {200}


class Visit:
    """A request straight to the middleware."""

    def __init__(self, turns: Turns, address: str = FLOODER) -> None:
        self.told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.statuses: list[int] = []
        scope = {"type": "http", "client": (address, 0)}
        self.task = asyncio.create_task(turns(scope, self.told.get, self._send))
        self.told.put_nowait({"type": "http.request", "body": b"a=b"})

    async def _send(self, event: Mapping[str, Any]) -> None:
        if "status" in event:
            self.statuses.append(event["status"])


def test_who_asks_for_too_much_is_refused_and_who_goes_asks_for_nothing() -> None:
    async def scene() -> None:
        release, bodies = asyncio.Event(), []

        async def pages(scope: Any, receive: Any, send: Any) -> None:
            bodies.append((await receive())["body"])
            await release.wait()
            await send({"type": "http.response.start", "status": 200})

        turns = Turns(pages, AT_ONCE)
        visits = [Visit(turns) for _ in range(AT_ONCE + WAITING)]
        await asyncio.sleep(0.01)
        refused, other = Visit(turns), Visit(turns, OTHER)
        await asyncio.sleep(0.01)
        assert (refused.statuses, len(bodies)) == ([429], AT_ONCE + 1)
        for visit in visits[AT_ONCE::2]:
            visit.told.put_nowait({"type": "http.disconnect"})
        visits[AT_ONCE + 1].task.cancel()
        await asyncio.sleep(0.01)
        later = Visit(turns)
        release.set()
        await asyncio.gather(*(visit.task for visit in visits), return_exceptions=True)
        await asyncio.gather(other.task, later.task)
        served = [visit for visit in (*visits, other, later) if visit.statuses == [200]]
        assert len(served) == len(bodies) == AT_ONCE + WAITING // 2 - 1 + 2
        assert set(bodies) == {b"a=b"}

    asyncio.run(scene())


def test_a_form_that_has_waited_arrives_whole(site: Site) -> None:
    parts = urlsplit(site.urls[0])
    with ExitStack() as cleanup:
        flood = [ask(site, FLOODER, f"/api/?y={number}", cleanup) for number in range(20)]
        line = http.client.HTTPConnection(parts.netloc, timeout=WAIT)
        cleanup.callback(line.close)
        line.request("POST", "/api/v1/races", b'{"game": "chess"}', {"X-Forwarded-For": FLOODER})
        assert line.getresponse().status == 401
        assert {status(line) for line in flood} == {200}
