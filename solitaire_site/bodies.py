"""How long the body of a request may be, counted while it arrives.

Daphne reads a body whole before it asks the application, so no view or middleware could refuse one
in time: a few large ones would take all the memory of the process.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from daphne import http_protocol

LARGEST: Final = 100_000
"""Bytes: many times what the longest form sends. Twisted keeps no more in memory, and has no file
to write the rest to where the file system is read-only."""

TOO_LARGE: Final = f"The body of a request has at most {LARGEST} bytes.\n"


class BoundedRequest(http_protocol.WebRequest):  # type: ignore[misc]  # Daphne has no annotations.
    """A request that ends its connection when its body turns out to be too large."""

    _is_refused = False

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        """Refuse a body that says it is too large; None is one that doesn't say."""
        super().gotLength(length)
        if length is not None and length > LARGEST:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """Take a part of the body; refuse the whole when it has become too large."""
        if self._is_refused:
            return
        if self.content.tell() + len(data) > LARGEST:
            self._refuse()
            return
        super().handleContentChunk(data)

    def requestReceived(self, *line: bytes) -> None:  # noqa: N802
        """Pass a whole request on, unless it was refused before its end arrived."""
        if not self._is_refused:
            super().requestReceived(*line)

    def _refuse(self) -> None:
        self._is_refused = True
        # Otherwise the channel would ask the client to go on.
        self.requestHeaders.removeHeader(b"expect")
        status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}",
            "Content-Type: text/plain; charset=utf-8",
            f"Content-Length: {len(TOO_LARGE)}",
            "Connection: close",
        )
        # Nothing of the request is known to Daphne yet, so it can't answer.
        self.channel.write("\r\n".join((*head, "", TOO_LARGE)).encode())
        self.channel.loseConnection()


def bound() -> None:
    """Have this process's server bound the bodies that it reads."""
    http_protocol.WebRequest = BoundedRequest
