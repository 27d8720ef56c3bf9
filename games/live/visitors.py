"""Who is at the other end of a socket: the player of a session, or nobody."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest, parse_cookie

from games.live.limits import NOBODY
from games.live.storage import door


async def visitor(scope: dict[str, Any]) -> int:
    """The player who is logged in by the cookies of a socket, `NOBODY` without a session.

    The middleware of Channels would look at the session again at every frame that is sent, and
    keep session and player in memory as long as the socket is open.

    :raises UnavailableError: if the database does not answer.
    """
    cookies = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
    key = parse_cookie(cookies.decode("latin1")).get(settings.SESSION_COOKIE_NAME)
    return await _player(key) if key else NOBODY


@door
def _player(key: str) -> int:
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return get_user(request).pk or NOBODY
