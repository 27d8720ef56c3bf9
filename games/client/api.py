"""The HTTP API of a site, for a program with an access token."""

from __future__ import annotations

import asyncio
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Mapping
from http import HTTPStatus
from http.client import HTTPException
from typing import Any, Final, TypeAlias

Document: TypeAlias = Mapping[str, Any]
"""An answer of the API: see `/api/` on the site."""


WAITS: Final = (1, 2)
"""Seconds before a request is sent again; it is given up after the last."""

LONGEST_WAIT: Final = 30
"""The longest `Retry-After` in seconds that is waited for."""

LATER: Final = frozenset(
    {
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.BAD_GATEWAY,
        HTTPStatus.SERVICE_UNAVAILABLE,
        HTTPStatus.GATEWAY_TIMEOUT,
    }
)
"""The statuses after which a request is sent again."""


class ClientError(Exception):
    """Whatever the client raises."""


class NoAnswerError(ClientError):
    """The site does not answer, or not as an API does."""


class ApiError(ClientError):
    """A request that the API refused: its HTTP status, its code, and a sentence."""

    def __init__(self, status: int, code: str | None, detail: str, retry_after: int = 0) -> None:
        super().__init__(f"{status}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.retry_after = retry_after
        """Seconds to wait, if the site has said so."""


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

        It is asked again if the answer is lost; the key keeps that from opening a second race.

        :raises ApiError: if it is refused.
        :raises NoAnswerError: if the site does not answer.
        """
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "Idempotency-Key": secrets.token_hex(16),
        }
        body = None if sent is None else json.dumps(sent).encode()
        request = urllib.request.Request(  # noqa: S310
            f"{self.url}/api/v1/{address}", body, headers, method=verb
        )
        for wait in WAITS:
            try:
                return await asyncio.to_thread(_answer, request)
            except ApiError as error:
                if error.status not in LATER or error.retry_after > LONGEST_WAIT:
                    raise
                await asyncio.sleep(max(wait, error.retry_after))
            except NoAnswerError:
                await asyncio.sleep(wait)
        return await asyncio.to_thread(_answer, request)


def _answer(request: urllib.request.Request) -> Document:
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            text = answer.read()
        answered: Document = json.loads(text) if text else {}
    except urllib.error.HTTPError as error:
        raise _refusal(error) from None
    except (OSError, HTTPException, ValueError) as error:
        raise NoAnswerError(f"{request.full_url} does not answer: {error}") from error
    return answered


def _refusal(error: urllib.error.HTTPError) -> ApiError:
    after = error.headers.get("Retry-After") or ""
    seconds = int(after) if after.isdecimal() else 0
    try:
        problem = json.loads(error.read())
        return ApiError(error.code, problem.get("code"), problem["detail"], seconds)
    except (OSError, HTTPException, ValueError, LookupError, TypeError, AttributeError):
        return ApiError(error.code, None, error.reason, seconds)
