"""A failing network: traffic through it stalls, or the connection is cut before an answer."""

from __future__ import annotations

import selectors
import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class FailingProxy:
    """Forwards traffic between clients and a server until told to fail."""

    def __init__(self, url: str) -> None:
        target = urlsplit(url)
        self._target = (target.hostname, target.port)
        self._server = socket.create_server(("127.0.0.1", 0))
        self._stalls = threading.Event()
        self._lost: bytes | None = None
        self._pairs: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        """The port it listens on, on the loopback interface."""
        port: int = self._server.getsockname()[1]
        return port

    @property
    def url(self) -> str:
        """Its address, in front of a web process."""
        return f"http://127.0.0.1:{self.port}"

    def stall(self) -> None:
        """Swallow everything from now on."""
        self._stalls.set()

    def lose(self, answer: bytes) -> None:
        """Cut the next connection on which the server sends this answer, without forwarding it."""
        self._lost = answer

    @property
    def has_lost(self) -> bool:
        """Return whether that connection has been cut."""
        return self._lost is None

    def close(self) -> None:
        """Stop listening and close all connections."""
        self._server.close()
        for end in self._pairs:
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._server.accept()
                process = socket.create_connection(self._target)
                self._pairs += [client, process]
                threading.Thread(target=self._hand_on, args=(client, process), daemon=True).start()

    def _hand_on(self, client: socket.socket, process: socket.socket) -> None:
        with selectors.DefaultSelector() as selector, suppress(OSError, ValueError):
            for ends in ((client, process), (process, client)):
                selector.register(ends[0], selectors.EVENT_READ, ends)
            while True:
                for key, _ in selector.select():
                    source, sink = key.data
                    data = source.recv(65536)
                    if self._stalls.is_set():
                        continue
                    if self._lost is not None and source is process and self._lost in data:
                        self._lost, data = None, b""
                    if not data:
                        client.close()
                        process.close()
                        return
                    sink.sendall(data)
