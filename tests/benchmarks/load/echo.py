"""The yardstick: a stock Channels consumer that only echoes.

To run it as an application: `daphne tests.benchmarks.load.echo:application`.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any, Final

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, Scope
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from tests.benchmarks.load.figures import OwnLoad
from tests.benchmarks.load.servers import Server
from tests.benchmarks.load.wire import Wire, dial

SOCKETS: Final = 100
STEADY_SECONDS: Final = 5
MESSAGE: Final = b'{"t":"act","n":17,"a":"t3t5x2","note":"%s"}' % (b"x" * 80)


class Echo(AsyncWebsocketConsumer):
    """A consumer that sends back each message."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send(text_data=text_data)


async def application(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Echo on websockets; answer HTTP, as health checks use it, with an empty page."""
    if not settings.configured:
        settings.configure()
    if scope["type"] == "websocket":
        echo: Any = Echo.as_asgi()
        await echo(scope, receive, send)
    else:
        await receive()
        start: Any = {"type": "http.response.start", "status": 204, "headers": []}
        end: Any = {"type": "http.response.body", "body": b""}
        await send(start)
        await send(end)


@dataclass(frozen=True)
class Echoed:
    """The figures of an echo run."""

    messages_per_second: float
    cpu_per_message: float
    """Seconds of the server's processor time."""
    load_share: float
    """Of one core, by the load generator itself."""


async def echoes(server: Server) -> Echoed:
    """Send each message again as soon as it comes back."""
    answered = 0
    wires: list[Wire] = []

    def answer(wire: int) -> None:
        nonlocal answered
        answered += 1
        wires[wire].send(MESSAGE)

    for number in range(SOCKETS):
        wires.append(await dial(server.url, "/", "", lambda _, n=number: answer(n)))  # type: ignore[misc]
    for wire in wires:
        wire.send(MESSAGE)
    await asyncio.sleep(1)
    started, own, cpu, first = time.perf_counter(), OwnLoad(), server.cpu(), answered
    await asyncio.sleep(STEADY_SECONDS)
    span, load = time.perf_counter() - started, own.share()
    cpu, count = server.cpu() - cpu, answered - first
    for wire in wires:
        wire.close()
    return Echoed(count / span, cpu / count, load)
