"""A program at a site that runs in processes of its own: the API and sockets, with a token."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from contextlib import ExitStack, suppress
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.live.racer import WAIT
from tests.processes import Site


class Program:
    """A player's program: the API with a token, and a socket with a token or a ticket."""

    def __init__(self, site: Site, token: str, *, process: int = 0) -> None:
        """Begin with a token; the API is that of the process with this number."""
        self._site, self._token, self._process = site, token, process
        self._closing = ExitStack()

    def ask(self, verb: str, address: str, sent: object = None) -> Any:
        """Call the API; return the answer, or the status of a refusal."""
        request = urllib.request.Request(
            f"{self._site.urls[self._process]}/api/v1/{address}",
            None if sent is None else json.dumps(sent).encode(),
            {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
            method=verb,
        )
        try:
            with urllib.request.urlopen(request, timeout=WAIT) as answer:
                text = answer.read()
                return json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            return error.code

    def socket(
        self, code: str, *, ticket: str = "", origin: Origin | None = None
    ) -> ClientConnection:
        """Open the socket of a race, at the last process."""
        query = f"?ticket={ticket}" if ticket else ""
        return self._closing.enter_context(
            connect(
                self._site.urls[-1].replace("http", "ws") + f"/ws/race/{code}/{query}",
                origin=origin,
                additional_headers={} if ticket else {"Authorization": f"Bearer {self._token}"},
                open_timeout=WAIT,
                close_timeout=2,
            )
        )

    def close(self) -> None:
        """Close the sockets."""
        self._closing.close()


def until(socket: ClientConnection, kind: str) -> Any:
    """Return the next frame of a type."""
    while True:
        frame = json.loads(socket.recv(WAIT))
        if frame["t"] == kind:
            return frame


def closed(socket: ClientConnection) -> int | None:
    """Return the code with which the server closes a socket."""
    with suppress(ConnectionClosed):
        for _ in socket:
            pass
    return socket.close_code
