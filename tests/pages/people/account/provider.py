"""A log-in provider: as much OpenID Connect as the site uses, on its own port."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

CODE = "the-code"
TOKEN = "the-token"


class Provider(BaseHTTPRequestHandler):
    """Knows one person, who always consents."""

    def do_GET(self) -> None:
        if self.path == "/.well-known/openid-configuration":
            at = f"http://{self.headers['Host']}"
            self._say(
                {
                    "issuer": at,
                    "authorization_endpoint": f"{at}/authorize",
                    "token_endpoint": f"{at}/token",
                    "userinfo_endpoint": f"{at}/me",
                    "token_endpoint_auth_methods_supported": ["client_secret_post"],
                }
            )
        elif self.path == "/me" and self.headers["Authorization"] == f"Bearer {TOKEN}":
            self._say(
                {
                    "sub": "person-7",
                    "email": "dana@example.org",
                    "email_verified": True,
                    "preferred_username": "dana",
                }
            )
        else:
            self.send_error(403)

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path == "/token" and f"code={CODE}" in sent:
            self._say({"access_token": TOKEN, "token_type": "Bearer"})
        else:
            self.send_error(403)

    def _say(self, what: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(what).encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


@contextmanager
def provider() -> Iterator[str]:
    """Run a provider and yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Provider) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()
