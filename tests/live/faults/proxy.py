"""A network that fails: what is sent through it stalls, or is cut when an answer is on its way."""

from __future__ import annotations

import selectors
import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class FailingProxy:
    """Hands on what is sent between clients and a server, until it fails."""

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
        """Where it listens, on the loopback."""
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
        """Cut the next connection on which a server answers so, instead of handing that on."""
        self._lost = answer

    @property
    def has_lost(self) -> bool:
        """Whether what was to be lost is lost."""
        return self._lost is None

    def close(self) -> None:
        """End it with all that goes through it."""
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
