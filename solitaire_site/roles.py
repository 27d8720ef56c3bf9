"""What a process serves: pages, websockets or both."""

from __future__ import annotations

import logging
from typing import Any, Final

from solitaire_site.proxies import Application, Scope

logger = logging.getLogger(__name__)

ROLES: Final = ("all", "pages", "live")

HEALTH: Final = ("/healthz", "/readyz")

MISDIRECTED: Final = 421
WHERE_PAGES_ARE: Final = (
    "This process serves only websockets, /healthz and /readyz (ROLE=live). "
    "The proxy must send it nothing but /ws/.\n"
)


class OnlyHealth:
    """Answers health checks, and says of other addresses that a proxy routes them wrongly."""

    def __init__(self, pages: Application) -> None:
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["path"] in HEALTH:
            await self._pages(scope, receive, send)
            return
        body = WHERE_PAGES_ARE.encode()
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": MISDIRECTED, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class NoSockets:
    """Turns websockets away. Pages try again, so they get in once the proxy is mended."""

    def __init__(self) -> None:
        self._has_logged = False

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        # Anyone may ask for a socket where none is.
        if scope["path"].startswith("/ws/") and not self._has_logged:
            self._has_logged = True
            logger.error(
                "A websocket came to a process with ROLE=pages. The proxy must send /ws/ to"
                " processes with ROLE=live."
            )
        await receive()
        # Closing before accepting answers with status 403.
        await send({"type": "websocket.close"})
