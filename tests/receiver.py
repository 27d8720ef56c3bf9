"""A receiver of webhooks on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext
from threading import Thread
from typing import Any


class Receiver:
    """Keeps what it is sent, and answers with `status`."""

    def __init__(self) -> None:
        self.status = 204
        self.bodies: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        self.port = 0

    @property
    def address(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}/hook?x=1"

    @property
    def sent(self) -> list[Any]:
        """What it has been sent."""
        return [json.loads(body) for body in self.bodies]


@contextmanager
def receiving(certificate: Path | None = None) -> Iterator[Receiver]:
    """Run a receiver; with a certificate, it speaks TLS alone."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.bodies.append(body)
            receiver.headers.append(dict(self.headers))
            self.send_response(receiver.status)
            if receiver.status == 302:
                self.send_header("Location", receiver.address)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if certificate is not None:
        context = SSLContext(PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    receiver.port = server.server_port
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
