"""A guest's browser: one connection to a site, its cookies, and forms."""

from __future__ import annotations

import http.client
import time
from collections.abc import Mapping
from http.cookies import SimpleCookie
from typing import Final
from urllib.parse import urlencode, urljoin, urlsplit

WAIT: Final = 60.0
"""Seconds until an answer counts as missing."""

IDLE: Final = 3.0
"""Seconds after which a server may have closed a connection, or be about to."""


class Guest:
    """A visitor without a session, who gets one with the first form."""

    def __init__(self, url: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=WAIT)
        self._cookies: dict[str, str] = {}
        self._asked_at = 0.0

    @property
    def cookies(self) -> str:
        """The cookies as a header."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def get(self, path: str) -> str:
        """Ask for a page; return its path after redirects."""
        return self._ask("GET", path)

    def post(self, path: str, **fields: str) -> str:
        """Send a form; return the path of the page that it leads to.

        :raises RuntimeError: if no page has brought the token that forms need.
        """
        if (token := self._cookies.get("csrftoken")) is None:
            raise RuntimeError(f"{path}: ask for a page with a form first")
        form = urlencode({"csrfmiddlewaretoken": token, **fields})
        head = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", path, form, head)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _ask(
        self, verb: str, path: str, form: str | None = None, head: Mapping[str, str] | None = None
    ) -> str:
        """Ask, and follow redirects.

        :raises RuntimeError: if another answer than a page comes.
        """
        if time.monotonic() - self._asked_at > IDLE:
            # It opens again with the next request.
            self._connection.close()
        self._asked_at = time.monotonic()
        headers = {"Accept-Encoding": "gzip", "Cookie": self.cookies, **(head or {})}
        self._connection.request(verb, path, form, headers)
        answer = self._connection.getresponse()
        answer.read()
        for line in answer.headers.get_all("Set-Cookie", ()):
            for name, morsel in SimpleCookie(line).items():
                self._cookies[name] = morsel.value
        if answer.status == 302:
            return self._ask("GET", urljoin(path, answer.headers["Location"]))
        if answer.status != 200:
            raise RuntimeError(f"{verb} {path}: status {answer.status}")
        return path
