"""A player on the wire: pages over HTTP, the race over a raw socket; keeps every frame."""

from __future__ import annotations

import json
import re
import socket as sockets
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack, suppress
from http.cookiejar import CookieJar
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.live.wins import Win

Frame = dict[str, Any]

WAIT = 60.0
"""Seconds until an expected frame counts as missing."""


class Racer:
    """One person with a session at one address of a site; starts as a stranger."""

    def __init__(self, url: str, headers: dict[str, str] | None = None) -> None:
        self.url = url
        self.patience = WAIT
        self._headers = headers or {}
        self.frames: list[Frame] = []
        self._cookies = CookieJar()
        processor = urllib.request.HTTPCookieProcessor(self._cookies)
        self._browser = urllib.request.build_opener(processor)
        self._socket: ClientConnection | None = None
        self._closing = ExitStack()
        self._parts = ""

    def again_at(self, url: str) -> Racer:
        """Return the same person in another tab, possibly at another process of the site."""
        tab = Racer(url, self._headers)
        for cookie in self._cookies:
            tab._cookies.set_cookie(cookie)
        return tab

    def get(self, path: str) -> str:
        """Return the text of a page."""
        with self._browser.open(self.url + path, timeout=WAIT) as response:
            text: str = response.read().decode()
        return text

    def post(self, path: str, **fields: str) -> str:
        """Submit a form and return the address it redirects to."""
        return self._submit(path, fields)[0]

    def ask(self, path: str, **fields: str) -> str:
        """Submit a form and return the page that answers."""
        return self._submit(path, fields)[1]

    def _submit(self, path: str, fields: dict[str, str]) -> tuple[str, str]:
        token = self._cookie("csrftoken") or self._token()
        data = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token}).encode()
        request = urllib.request.Request(self.url + path, data, {"Referer": self.url})
        with self._browser.open(request, timeout=WAIT) as response:
            address: str = response.url
            page: str = response.read().decode()
        return address, page

    def open_race(self, rules: str, **fields: str) -> str:
        """Open a race, take its first seat and return the code."""
        game, _, preset = rules.partition("/")
        address = self.post(
            "/race/", **{"game": game, "preset": preset or "standard", "limit": "10", **fields}
        )
        match = re.search(r"/race/([A-Z]{6})/", address)
        assert match, address
        return match[1]

    def join(self, code: str) -> None:
        """Take a seat."""
        self.post(f"/race/{code}/join/")

    def sit_ready(self, code: str) -> None:
        """Take a seat, open the race's socket and be ready."""
        self.join(code)
        self.connect(code)
        self.send(t="ready", ready=True)

    def practise(self, known: Win) -> str:
        """Start a practice on a deal, open its socket and return the code."""
        game, _, preset = known.rules.partition("/")
        address = self.post("/practice/", game=game, preset=preset, deal=known.deal)
        match = re.search(r"/race/([A-Z]{6})/", address)
        assert match, address
        self.connect(match[1])
        self.board(0)
        return match[1]

    def connect(self, code: str, *, deaf: bool = False, line: sockets.socket | None = None) -> None:
        """Open the socket of a race, over an existing connection if given; see `open_socket`."""
        self.open_socket(f"/ws/race/{code}/", deaf=deaf, line=line)

    def open_socket(
        self, path: str, *, deaf: bool = False, line: sockets.socket | None = None
    ) -> None:
        """Open a socket at an address of the site.

        A deaf socket reads only what `receive` asks for, and turns compression off.
        """
        self.close()
        self._socket = self._closing.enter_context(
            connect(
                self.url.replace("http", "ws") + path,
                origin=self._origin,
                additional_headers={"Cookie": self.cookies, **self._headers},
                open_timeout=self.patience,
                max_queue=1 if deaf else None,
                compression=None if deaf else "deflate",
                sock=line,
                ping_interval=None,
                close_timeout=2,
            )
        )

    @property
    def _origin(self) -> Origin:
        """Return the origin of the page: behind a proxy, the address that the browser used."""
        scheme = self._headers.get("X-Forwarded-Proto", "http")
        return Origin(self.url.replace("http", scheme, 1))

    @property
    def cookies(self) -> str:
        """Return this person's cookies as a header."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._cookies)

    @property
    def socket(self) -> ClientConnection:
        """The open socket."""
        assert self._socket is not None
        return self._socket

    def send(self, **frame: Any) -> None:
        """Send a frame."""
        self.socket.send(json.dumps(frame))

    def receive(self) -> Frame:
        """Return the next frame, answering the server's probes on the way."""
        return self.receive_until(lambda frame: True)

    def receive_until(self, wanted: Callable[[Frame], bool]) -> Frame:
        """Return the next frame of a kind, reading the ones before it.

        :raises TimeoutError: if the frame doesn't arrive in time, whatever else does.
        """
        deadline = time.monotonic() + self.patience
        while True:
            frame: Frame = json.loads(self.socket.recv(max(0.0, deadline - time.monotonic())))
            if frame["t"] == "ping":
                # A server that has closed meanwhile may have sent more before.
                with suppress(ConnectionClosed):
                    self.send(t="pong", k=frame["k"])
                continue
            if frame["t"] == "part":
                self._parts += frame["text"]
                if frame["more"]:
                    continue
                frame, self._parts = json.loads(self._parts), ""
            self.frames.append(frame)
            if wanted(frame):
                return frame

    def frames_of(self, kind: str) -> list[Frame]:
        """Return the frames of a type read so far."""
        return [frame for frame in self.frames if frame["t"] == kind]

    def race(self, **values: Any) -> Frame:
        """Return the next race frame with these values."""
        return self.receive_until(
            lambda frame: (
                frame["t"] == "race" and all(frame[name] == value for name, value in values.items())
            )
        )

    def seat(self, number: int, **values: Any) -> Frame:
        """Return the next race frame in which a seat has these values."""
        return self.receive_until(
            lambda frame: (
                frame["t"] == "race"
                and all(frame["seats"][number][name] == value for name, value in values.items())
            )
        )

    def board(self, n: int) -> Frame:
        """Return the player's own board after action `n` or a later one."""
        return self.receive_until(
            lambda frame: frame["t"] == "board" and frame["n"] >= n and bool(frame["board"])
        )

    def closed(self) -> int | None:
        """Return the code of the server's close frame, or None if the connection breaks."""
        with pytest.raises(ConnectionClosed) as closing:
            self.receive_until(lambda frame: False)
        return closing.value.rcvd.code if closing.value.rcvd else None

    def refusal(self) -> Frame:
        """Return the next refusal."""
        return self.receive_until(lambda frame: frame["t"] == "refused")

    def act(self, n: int, action: str) -> Frame:
        """Send an action and return the board or refusal that answers it."""
        self.send(t="act", n=n, a=action)
        return self.receive_until(
            lambda frame: (
                (frame["t"] == "board" and frame["n"] >= n)
                or (frame["t"] == "refused" and (frame["n"] == n or frame["code"] == "too-many"))
            )
        )

    def play(self, moves: list[str], first: int = 1) -> Frame:
        """Play moves until they are stored or the board finishes; return the last answer."""
        answer: Frame = {}
        for number, move in enumerate(moves, first):
            answer = self.act(number, move)
            while answer.get("code") == "too-many":
                # Long games are played in less time than the limit allows for them.
                time.sleep(0.1)
                answer = self.act(number, move)
            assert answer["t"] == "board", (move, answer)
            if answer["board"]["outcome"] == "won":
                break
        return answer

    def close(self) -> None:
        """Close the socket."""
        self._closing.close()

    def _cookie(self, name: str) -> str | None:
        return next((c.value for c in self._cookies if c.name == name), None)

    def _token(self) -> str:
        self.get("/")
        token = self._cookie("csrftoken")
        assert token is not None
        return token
