"""How long the body of a request may be, counted while it arrives.

Daphne reads a body whole before it asks the application, so no view or middleware could refuse one
in time: a few large ones would take all the memory of the process.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from daphne import http_protocol

LARGEST: Final = 100_000
"""Bytes: many times what the longest form sends. Twisted keeps no more in memory, and has no file
to write the rest to where the file system is read-only."""

LINGER: Final = 5
"""Seconds in which the rest of a body that was refused is still taken, and forgotten. A proxy that
is cut off while it sends doesn't read the answer, and believes that the process has failed."""

TOO_LARGE: Final = f"The body of a request has at most {LARGEST} bytes.\n"


class BoundedRequest(http_protocol.WebRequest):  # type: ignore[misc]  # Daphne has no annotations.
    """A request that is refused and ends its connection when its body turns out to be too large."""

    _is_refused = False
    _cut: Any = None
    """What will cut the connection off, if the body doesn't end before."""

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
        if self._is_refused:
            self.channel.loseConnection()
        else:
            super().requestReceived(*line)

    def connectionLost(self, reason: object) -> None:  # noqa: N802
        if self._cut is not None and self._cut.active():
            self._cut.cancel()
        super().connectionLost(reason)

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
        self._cut = self.channel.callLater(LINGER, self.channel.loseConnection)


def bound() -> None:
    """Have this process's server bound the bodies that it reads."""
    http_protocol.WebRequest = BoundedRequest
