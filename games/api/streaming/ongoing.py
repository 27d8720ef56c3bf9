"""Streams go on where Django ends.

Django answers a request for a stream as any other, with the events up to now. While it works on a
request it holds a thread, a database connection and the request; so it ends there, and only what
the stream needs goes on here, as an ASGI application around it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from games.api.streaming.feed import feed
from games.api.streaming.stream import Stream
from games.live import web_process

BEGUN: Final = "games.streams"
"""Where in the scope of a request its view leaves the stream that it has begun."""

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class WithStreams:
    """ASGI middleware around Django that goes on with the streams that its views have begun."""

    def __init__(self, pages: Any) -> None:
        self._pages = pages

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        begun: list[Stream] = []
        gone = asyncio.Event()

        async def receive_or_note() -> Message:
            message = await receive()
            if message["type"] == "http.disconnect":
                gone.set()
            return message

        async def send_unended(message: Message) -> None:
            await send(_unended(message) if begun else message)

        try:
            await self._pages({**scope, BEGUN: begun}, receive_or_note, send_unended)
            for stream in begun:
                if not gone.is_set():
                    await _go_on(stream, receive, send)
        finally:
            for stream in begun:
                feed.release(stream.caller)


async def _go_on(stream: Stream, receive: Receive, send: Send) -> None:
    """Send a stream until it ends, its client leaves or this process does."""
    left = asyncio.create_task(_leaving(receive, stream))
    end = partial(_end, stream)
    web_process.drain.add(end)
    feed.add(stream)
    try:
        if web_process.drain.has_begun:
            stream.end()
        while chunk := await stream.next():
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
    finally:
        feed.remove(stream)
        web_process.drain.remove(end)
        left.cancel()
    await send({"type": "http.response.body", "body": b""})


async def _end(stream: Stream) -> None:
    stream.end()


async def _leaving(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


def _unended(message: Message) -> Message:
    """Return a message of Django's answer as one of a body that goes on."""
    if message["type"] == "http.response.start":
        ends = (b"content-length", b"content-encoding")
        kept = [pair for pair in message["headers"] if bytes(pair[0]).lower() not in ends]
        return message | {"headers": kept}
    return message | {"more_body": True}
