"""A server far away: what it says reaches a page when a test wants."""

from __future__ import annotations

import json
import time

from playwright.sync_api import Page, WebSocketRoute

from tests.e2e.person import WAIT


class Distance:
    """Keeps what the server says from a page for as long as a test wants."""

    def __init__(self, page: Page) -> None:
        self.sent: list[str] = []
        """The actions that the page has sent."""
        self.swallows = False
        """Whether nothing gets through in either direction, and nobody is told."""
        self._kept: list[str | bytes] | None = None
        self._page = page
        page.route_web_socket("**/ws/**", self._route)

    def _route(self, socket: WebSocketRoute) -> None:
        self._socket, server = socket, socket.connect_to_server()
        server.on_message(self._hear)
        socket.on_message(lambda message: self._say(server, message))

    def _say(self, server: WebSocketRoute, message: str | bytes) -> None:
        if self.swallows:
            return
        frame = json.loads(message)
        if frame["t"] == "act":
            self.sent.append(frame["a"])
        server.send(message)

    def _hear(self, message: str | bytes) -> None:
        if self.swallows:
            return
        if self._kept is None:
            self._socket.send(message)
        else:
            self._kept.append(message)

    def expect_sent(self, *actions: str) -> None:
        """Wait until these are the last actions that the page has sent."""
        # A frame is still on its way through the browser when the click behind it has returned.
        deadline = time.monotonic() + WAIT / 1000
        while self.sent[-len(actions) :] != list(actions) and time.monotonic() < deadline:
            self._page.wait_for_timeout(20)
        assert self.sent[-len(actions) :] == list(actions)

    def keep(self) -> None:
        """Keep all messages from now on."""
        self._kept = []

    def deliver(self) -> None:
        """Deliver what was kept, and keep nothing more."""
        kept, self._kept = self._kept or [], None
        for message in kept:
            self._socket.send(message)

    def answer(self, **frame: object) -> None:
        """Say to the page what the server might."""
        self._socket.send(json.dumps(frame))
