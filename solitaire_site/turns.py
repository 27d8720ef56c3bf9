"""Turns: how many requests of one address the pages work on at a time.

Over HTTP/2 one visitor may ask for 250 pages at once, each of which takes tens of milliseconds, a
thread and a connection to the database. So only a few of them get these; the others wait here,
where they cost nothing, and other visitors go before them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

from games.addresses import client_address
from solitaire_site.proxies import Application, Scope

WAITING: Final = 250
"""Requests of one address that wait. A club behind one address needs as many when all its players
open a page in the same moment."""

TOO_MANY: Final = b"Your network has too many requests open at once. Try again in a moment.\n"


@dataclass
class Line:
    """The requests of one address."""

    begun: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


class Turns:
    """ASGI middleware that answers `at_once` requests of an address at a time; 0: any number."""

    def __init__(self, application: Application, at_once: int) -> None:
        self._application = application
        self._at_once = at_once
        self._lines: dict[str, Line] = {}

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if not self._at_once or scope["type"] != "http" or not scope.get("client"):
            await self._application(scope, receive, send)
            return
        address = client_address(scope)
        line = self._lines.setdefault(address, Line())
        heard: deque[Any] = deque()
        if line.begun < self._at_once:
            line.begun += 1
        elif len(line.waiting) >= WAITING:
            await _refuse(send)
            return
        elif not await self._comes_up(address, line, receive, heard):
            return

        async def receive_all() -> Any:
            return heard.popleft() if heard else await receive()

        try:
            await self._application(scope, receive_all, send)
        finally:
            self._pass_on(address, line)

    async def _comes_up(self, address: str, line: Line, receive: Any, heard: deque[Any]) -> bool:
        """Wait for a turn; return False if the client goes before. Note what it has sent."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.waiting.append(turn)
        listening = asyncio.create_task(_listen(receive, heard))
        try:
            await asyncio.wait({turn, listening}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            if turn.done():
                self._pass_on(address, line)
            raise
        finally:
            listening.cancel()
            if not turn.done():
                line.waiting.remove(turn)
        return turn.done()

    def _pass_on(self, address: str, line: Line) -> None:
        """Give the turn to the next of an address, or forget it if nothing of it is left."""
        if line.waiting:
            line.waiting.popleft().set_result(None)
            return
        line.begun -= 1
        if not line.begun:
            del self._lines[address]


async def _listen(receive: Any, heard: deque[Any]) -> None:
    """Note what a client sends, until it goes."""
    while not heard or heard[-1]["type"] != "http.disconnect":
        heard.append(await receive())


async def _refuse(send: Any) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(TOO_MANY)).encode()),
        (b"cache-control", b"no-store"),
        (b"retry-after", b"1"),
    ]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": TOO_MANY})
