"""A minimal WebSocket client, so that the load costs less than the server it measures.

It reads only what servers send: whole, unmasked, uncompressed frames. It masks its own with zeros.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Final, cast
from urllib.parse import urlsplit

TEXT: Final = 0x81
CLOSE: Final = 0x88
PING: Final = 0x89
PONG: Final = 0x8A
NO_MASK: Final = bytes(4)

OPEN_SECONDS: Final = 20


class Wire(asyncio.Protocol):
    """One socket; it calls `hear` with each text frame as bytes, in order."""

    def __init__(self, request: bytes, hear: Callable[[bytes], None]) -> None:
        self.hear = hear
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = request
        self._data = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports have the methods but not the class.
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        data = self._data + data if self._data else data
        if not self.opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._data = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(head.partition(b"\r\n")[0].decode()))
                self.close()
                return
            self.opened.set_result(None)
        at, size = 0, len(data)
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                start += 2
                length = int.from_bytes(data[at + 2 : start], "big")
            elif length == 127:
                start += 8
                length = int.from_bytes(data[at + 2 : start], "big")
            if size < start + length:
                break
            kind, at = data[at], start + length
            self._take(kind, data[start:at])
        self._data = data[at:]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self.hear(payload)
        elif kind == PING:
            self._write(PONG, payload)
        elif kind == CLOSE:
            self.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("closed before it was open"))
        if not self.closed.done():
            self.closed.set_result(None)

    def send(self, text: bytes) -> None:
        """Send a text frame of at most 125 bytes."""
        self._write(TEXT, text)

    def _write(self, kind: int, payload: bytes) -> None:
        assert self._transport is not None
        assert len(payload) < 126, payload
        self._transport.write(bytes((kind, 0x80 | len(payload))) + NO_MASK + payload)

    def close(self) -> None:
        """Drop the connection without a close frame, as a network failure does."""
        if self._transport is not None:
            self._transport.abort()


async def dial(url: str, path: str, cookie: str, hear: Callable[[bytes], None]) -> Wire:
    """Open a socket of a site, such as `http://127.0.0.1:8000` or `https://race.example.org`.

    :raises OSError: if the server doesn't accept the socket.
    """
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {parts.netloc}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Origin: {url}",
        *([f"Cookie: {cookie}"] if cookie else []),
        "\r\n",
    ]
    request = "\r\n".join(lines).encode()
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(OPEN_SECONDS):
        _, wire = await loop.create_connection(
            lambda: Wire(request, hear),
            parts.hostname or "localhost",
            parts.port or (443 if secure else 80),
            ssl=secure or None,
        )
        await wire.opened
    return wire
