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
from urllib.parse import quote, urlsplit

from games.client.errors import ApiError, ClientError, NoAnswerError

Document: TypeAlias = Mapping[str, Any]
"""An answer of the API: see `/api/` on the site."""


WAITS: Final = (1, 2)
"""Seconds before a request is sent again; it is given up after the last."""

LONGEST_WAIT: Final = 30
"""The longest `Retry-After` in seconds that is waited for."""

LOST: Final = frozenset(
    {HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT}
)
"""The statuses that don't say whether the request was carried out."""

LONGEST_LINE: Final = 300
"""Characters of an answer that isn't one of the API."""

IDEMPOTENT: Final = frozenset({"GET", "HEAD", "PUT", "DELETE"})
"""The verbs that change nothing the second time."""


class Api:
    """The API of the site at an address such as `https://play.example.org`."""

    def __init__(self, url: str, token: str) -> None:
        """Keep the address and the token.

        :raises ClientError: if they can't be ones.
        """
        if not _is_address(url):
            raise ClientError(f"{url!r} isn't an address such as https://play.example.org")
        if not _is_one_word(token):
            raise ClientError("a token is one word of ASCII characters, such as samedeal_…")
        self.url = url.rstrip("/")
        self.token = token

    async def me(self) -> Document:
        """Return who the token's owner is."""
        return await self.ask("GET", "me")

    async def race(self, code: str) -> Document:
        """Return a race."""
        return await self.ask("GET", f"races/{in_path(code)}")

    async def open(self, rules: str, **options: object) -> Document:
        """Open a race with its owner as host; the options are those of `NewRace`."""
        return await self.ask("POST", "races", {"rules": rules, **options}, repeatable=True)

    async def practise(self, rules: str) -> Document:
        """Begin a practice, which starts at once."""
        return await self.ask("POST", "practices", {"rules": rules}, repeatable=True)

    async def join(self, code: str) -> Document:
        """Take a seat in a race; with a seat already, nothing changes."""
        return await self.ask("POST", f"races/{in_path(code)}/join", repeatable=True)

    async def ready(self, code: str) -> Document:
        """Say that its owner is ready; the countdown starts once everyone is."""
        address = f"races/{in_path(code)}/ready"
        return await self.ask("POST", address, {"ready": True}, repeatable=True)

    async def ask(
        self, verb: str, address: str, sent: Document | None = None, *, repeatable: bool = False
    ) -> Document:
        """Ask the API for anything, an address below `/api/v1/`.

        It is asked again after 429, and if the answer is lost, unless that could do it twice: GET,
        PUT and DELETE can't, nor can what you call repeatable. That is what heeds the
        `Idempotency-Key`, which is sent along, or changes nothing the second time.

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
        repeatable = repeatable or verb in IDEMPOTENT
        for wait in WAITS:
            try:
                return await asyncio.to_thread(_answer, request)
            except ApiError as error:
                later = error.status == HTTPStatus.TOO_MANY_REQUESTS or (
                    repeatable and error.status in LOST
                )
                if not later or error.retry_after > LONGEST_WAIT:
                    raise
                await asyncio.sleep(max(wait, error.retry_after))
            except NoAnswerError:
                if not repeatable:
                    raise
                await asyncio.sleep(wait)
        return await asyncio.to_thread(_answer, request)


def in_path(code: str) -> str:
    """Return the code of a race as part of an address."""
    return quote(code, safe="")


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        is_whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return is_whole and not (parts.query or parts.fragment) and _is_one_word(url)


def _is_one_word(text: str) -> bool:
    return bool(text) and all("!" <= letter <= "~" for letter in text)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Refuse redirects: they would take the token to another host, and make a GET of a POST."""

    def redirect_request(self, *_: object, **__: object) -> None:
        return None


_OPENER: Final = urllib.request.build_opener(_NoRedirects)


def _answer(request: urllib.request.Request) -> Document:
    try:
        with _OPENER.open(request, timeout=30) as answer:
            text = answer.read()
        answered = json.loads(text) if text else {}
    except urllib.error.HTTPError as error:
        with error:
            raise _refusal(error) from None
    except (OSError, HTTPException, ValueError) as error:
        raise NoAnswerError(f"{request.full_url} does not answer: {error}") from error
    if not isinstance(answered, dict):
        raise NoAnswerError(f"{request.full_url} does not answer as an API does")
    return answered


def _refusal(error: urllib.error.HTTPError) -> ApiError:
    target = error.headers.get("Location")
    if target is not None:
        detail = f"{error.url} has moved to {target}: use the address of the site that is meant"
        return ApiError(error.code, None, detail)
    after = error.headers.get("Retry-After") or ""
    seconds = int(after) if after.isdecimal() else 0
    text = ""
    try:
        text = error.read().decode()
        problem = json.loads(text)
        return ApiError(error.code, problem.get("code"), problem["detail"], seconds)
    except (OSError, HTTPException, ValueError, LookupError, TypeError, AttributeError):
        # Servers in front of the API, or a live process, answer in a line.
        is_line = error.headers.get_content_type() == "text/plain"
        line = text.strip().partition("\n")[0][:LONGEST_LINE] if is_line else ""
        return ApiError(error.code, None, line or error.reason, seconds)
