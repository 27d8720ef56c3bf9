"""A network that stalls: what is sent through it neither arrives nor fails."""

from __future__ import annotations

import selectors
import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit


class StallingProxy:
    """Hands on what is sent between clients and a process, until it stalls."""

    def __init__(self, url: str) -> None:
        self._target = ("127.0.0.1", urlsplit(url).port)
        self._server = socket.create_server(("127.0.0.1", 0))
        self._stalls = threading.Event()
        self._pairs: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.getsockname()[1]}"

    def stall(self) -> None:
        """Swallow everything from now on."""
        self._stalls.set()

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
                    if not data:
                        client.close()
                        process.close()
                        return
                    sink.sendall(data)
