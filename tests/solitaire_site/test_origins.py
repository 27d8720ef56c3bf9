"""The pages that may open a websocket."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from solitaire_site.origins import FromTrustedPages

HOSTS = ["play.example.org", "localhost", "[::1]", ".example.net"]
TRUSTED = ["https://friend.example.com:8443", "https://*.partner.example.com"]


def is_let_in(origin: str | None, host: str = "play.example.org", scheme: str = "wss") -> bool:
    """Tell whether a socket at a host reaches the site when a page of this origin opens it."""
    reached: list[bool] = []
    sent: list[dict[str, Any]] = []

    async def site(scope: dict[str, Any], receive: Any, send: Any) -> None:
        reached.append(True)

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    headers = [(b"host", host.encode())]
    headers += [] if origin is None else [(b"origin", origin.encode("latin1"))]
    scope = {"type": "websocket", "scheme": scheme, "headers": headers, "query_string": b""}
    asyncio.run(FromTrustedPages(site, HOSTS, TRUSTED)(scope, receive, send))
    assert bool(reached) != (sent == [{"type": "websocket.close"}])
    return bool(reached)


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        ("https://play.example.org", "play.example.org", "wss"),
        ("https://play.example.org:443", "play.example.org", "wss"),
        ("https://play.example.org", "play.example.org:443", "wss"),
        ("https://PLAY.example.org", "Play.Example.Org", "wss"),
        ("https://play.example.org:8443", "play.example.org:8443", "wss"),
        ("http://localhost:8000", "localhost:8000", "ws"),
        ("http://localhost", "localhost", "ws"),
        ("http://[::1]:8000", "[::1]:8000", "ws"),
        ("https://a.example.net", "a.example.net", "wss"),
        ("https://friend.example.com:8443", "play.example.org", "wss"),
        ("https://any.partner.example.com", "play.example.org", "wss"),
    ],
)
def test_a_page_of_the_site_or_a_trusted_one_may(origin: str, host: str, scheme: str) -> None:
    assert is_let_in(origin, host, scheme)


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        # The same host on another port or with another scheme.
        ("http://localhost:8001", "localhost:8000", "ws"),
        ("http://localhost", "localhost:8000", "ws"),
        ("http://localhost:8000", "localhost", "ws"),
        ("https://play.example.org:8443", "play.example.org", "wss"),
        ("http://play.example.org", "play.example.org", "wss"),
        ("https://play.example.org", "play.example.org", "ws"),
        ("https://friend.example.com", "play.example.org", "wss"),
        ("http://friend.example.com:8443", "play.example.org", "wss"),
        ("https://any.partner.example.com:8443", "play.example.org", "wss"),
        # Another host name of the site.
        ("https://localhost", "play.example.org", "wss"),
        ("https://b.example.net", "a.example.net", "wss"),
        ("https://play.example.org.evil.test", "play.example.org", "wss"),
        ("https://partner.example.com.evil.test", "play.example.org", "wss"),
        # DNS rebinding: another site's name for this address.
        ("http://evil.test:8000", "evil.test:8000", "ws"),
        # Not a page's origin.
        ("", "play.example.org", "wss"),
        ("null", "play.example.org", "wss"),
        ("https://", "play.example.org", "wss"),
        ("https://play.example.org:x", "play.example.org", "wss"),
        ("https://play.example.org:99999", "play.example.org", "wss"),
        ("https://play.example.org:0", "play.example.org", "wss"),
        ("https://[", "play.example.org", "wss"),
        ("https://me@play.example.org", "play.example.org", "wss"),
        ("https://play.example.org/page", "play.example.org", "wss"),
        ("file://play.example.org", "play.example.org", "wss"),
        ("\xff\xfe", "play.example.org", "wss"),
    ],
)
def test_no_other_page_may(origin: str | None, host: str, scheme: str) -> None:
    assert not is_let_in(origin, host, scheme)


@pytest.mark.parametrize("brought", ["header", "query", "nothing"])
def test_a_program_comes_from_anywhere_and_without_cookies(brought: str) -> None:
    reached: list[dict[str, Any]] = []

    async def site(scope: dict[str, Any], receive: Any, send: Any) -> None:
        reached.append(scope)

    headers = [(b"host", b"play.example.org"), (b"cookie", b"sessionid=x")]
    headers += [(b"authorization", b"Bearer x")] if brought == "header" else []
    query = b"ticket=x" if brought == "query" else b""
    scope = {"type": "websocket", "headers": headers, "query_string": query}
    asyncio.run(FromTrustedPages(site, HOSTS, TRUSTED)(scope, None, None))
    [through] = reached
    assert b"cookie" not in dict(through["headers"])
    assert dict(through["headers"]).get(b"authorization") == dict(headers).get(b"authorization")
