"""Request ids: what one request or socket logs has one number."""

from __future__ import annotations

import secrets
from typing import Any

from games.logged import note
from solitaire_site.proxies import Application, Scope


class Numbered:
    """ASGI middleware that draws an id for each request and socket."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        note(request_id=secrets.token_hex(8))
        await self._application(scope, receive, send)
