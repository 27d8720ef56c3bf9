"""The HTTP API of a site, for a program with an access token."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any, TypeAlias

Document: TypeAlias = Mapping[str, Any]
"""An answer of the API: see `/api/` on the site."""


class ApiError(Exception):
    """A request that the API refused: its HTTP status, its code, and a sentence."""

    def __init__(self, status: int, code: str | None, detail: str) -> None:
        super().__init__(f"{status}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail


class Api:
    """The API of the site at an address such as `https://play.example.org`."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        self.token = token

    async def me(self) -> Document:
        """Return who the token's owner is."""
        return await self.ask("GET", "me")

    async def race(self, code: str) -> Document:
        """Return a race."""
        return await self.ask("GET", f"races/{code}")

    async def open(self, rules: str, **options: object) -> Document:
        """Open a race with its owner as host; the options are those of `NewRace`."""
        return await self.ask("POST", "races", {"rules": rules, **options})

    async def practise(self, rules: str) -> Document:
        """Begin a practice, which starts at once."""
        return await self.ask("POST", "practices", {"rules": rules})

    async def join(self, code: str) -> Document:
        """Take a seat in a race; with a seat already, nothing changes."""
        return await self.ask("POST", f"races/{code}/join")

    async def ready(self, code: str) -> Document:
        """Say that its owner is ready; the countdown starts once everyone is."""
        return await self.ask("POST", f"races/{code}/ready", {"ready": True})

    async def ask(self, verb: str, address: str, sent: Document | None = None) -> Document:
        """Ask the API for anything, an address below `/api/v1/`.

        :raises ApiError: if it is refused.
        :raises OSError: if the site does not answer.
        """
        return await asyncio.to_thread(self._ask, verb, address, sent)

    def _ask(self, verb: str, address: str, sent: Document | None) -> Document:
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "Idempotency-Key": secrets.token_hex(16),
        }
        body = None if sent is None else json.dumps(sent).encode()
        # Lost answers are asked for again; the key keeps that from opening a second race.
        for wait in (1, 2, None):
            try:
                return _answer(f"{self.url}/api/v1/{address}", verb, body, headers)
            except urllib.error.HTTPError as error:
                raise _refusal(error) from None
            except OSError:
                if wait is None:
                    raise
                time.sleep(wait)
        raise AssertionError


def _answer(url: str, verb: str, body: bytes | None, headers: Mapping[str, str]) -> Document:
    request = urllib.request.Request(url, body, dict(headers), method=verb)  # noqa: S310
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        text = answer.read()
    answered: Document = json.loads(text) if text else {}
    return answered


def _refusal(error: urllib.error.HTTPError) -> ApiError:
    try:
        problem = json.loads(error.read())
        return ApiError(error.code, problem.get("code"), problem["detail"])
    except (ValueError, KeyError):
        return ApiError(error.code, None, error.reason)
