"""The origins that may open a websocket: this site and trusted ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain

from games.live.tokens import brings_token
from solitaire_site.proxies import Application, Scope, values

SCHEMES: Final = {"ws": "http", "wss": "https"}
"""The scheme of the pages that may open a websocket of each scheme."""

PORTS: Final = {"http": 80, "https": 443}


class FromTrustedPages:
    """ASGI middleware that keeps pages of other sites from opening websockets without a token.

    Scheme, host and port must be the socket's own, because any program on this machine can serve
    pages on another port; Channels' own origin check ignores the port. `trusted` lists further
    origins in the form of `CSRF_TRUSTED_ORIGINS`, such as "https://play.example.org" or
    "https://*.example.org".
    """

    def __init__(
        self, application: Application, hosts: Sequence[str], trusted: Sequence[str]
    ) -> None:
        self._application = application
        self._hosts = hosts
        self._trusted = [urlsplit(origin) for origin in trusted]

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if self.is_trusted(scope):
            await self._application(scope, receive, send)
        elif brings_token(scope) or not values(scope, b"origin"):
            # A program, or a page of another site: it is whom its token says, not its cookies. Who
            # brings neither a token nor an origin is no browser, and watches.
            headers = [header for header in scope["headers"] if header[0] != b"cookie"]
            await self._application({**scope, "headers": headers}, receive, send)
        else:
            await receive()
            # Closing before accepting answers with status 403.
            await send({"type": "websocket.close"})

    def is_trusted(self, scope: Scope) -> bool:
        """Tell whether the page that opens a socket may do so."""
        origins, hosts = values(scope, b"origin"), values(scope, b"host")
        if len(origins) != 1 or len(hosts) != 1:
            return False
        # DNS rebinding: another site may point its own name at this address.
        if not validate_host(split_domain_port(hosts[0])[0], self._hosts):
            return False
        origin = _split(origins[0])
        if origin is None:
            return False
        here = _split(f"{SCHEMES.get(scope.get('scheme', 'ws'), '')}://{hosts[0]}")
        if here is not None and _place(origin) == _place(here):
            return True
        return any(_matches(origin, trusted) for trusted in self._trusted)


def _split(origin: str) -> SplitResult | None:
    """Parse an origin (scheme, host, perhaps a port); return None if it isn't one."""
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return None
    is_bare = not (parts.path or parts.query or parts.fragment or "@" in parts.netloc)
    return parts if parts.scheme in PORTS and parts.hostname and is_bare and port != 0 else None


def _place(origin: SplitResult) -> tuple[str, str | None, int]:
    return origin.scheme, origin.hostname, origin.port or PORTS[origin.scheme]


def _matches(origin: SplitResult, trusted: SplitResult) -> bool:
    """Tell whether an origin matches a trusted one, which may be a pattern like *.example.org."""
    pattern = (trusted.hostname or "").removeprefix("*")
    return (
        trusted.scheme in PORTS
        and origin.scheme == trusted.scheme
        and _place(origin)[2] == _place(trusted)[2]
        and is_same_domain(origin.hostname or "", pattern)
    )
