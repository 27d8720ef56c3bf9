"""Who is at the other end of a socket: the player of a session, or nobody.

A socket lives on when its session has ended, or the player may not play any more. What has been
found out at the handshake is compared with what is stored, for many sockets at once; only where
that has changed is Django asked again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.http import HttpRequest, parse_cookie
from django.utils import timezone

from games.live.limits import NOBODY
from games.live.storage import in_database_thread
from games.models import Player


@dataclass(frozen=True)
class Visitor:
    """Somebody at the other end of a socket."""

    player: int = NOBODY
    session: str = ""
    """The key of the session by which they came; empty without one."""
    facts: bytes = b""
    """A digest of what is stored of session and player; while it is the same, so are the rights."""


STRANGER: Final = Visitor()


async def visitor(scope: dict[str, Any]) -> Visitor:
    """Return who is logged in by the cookies of a socket, `STRANGER` without a session.

    The middleware of Channels would look at the session again at every frame that is sent, and
    keep session and player in memory as long as the socket is open.

    :raises UnavailableError: if the database does not answer.
    """
    cookies = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
    key = parse_cookie(cookies.decode("latin1")).get(settings.SESSION_COOKIE_NAME)
    # Every key that was ever given out is made of letters and digits. A cookie may hold anything
    # that its sender likes, such as a NUL, which PostgreSQL refuses to look for.
    return await _recognised(key) if key and key.isascii() and key.isalnum() else STRANGER


def still_here_now(visitors: Collection[Visitor]) -> Mapping[Visitor, Visitor]:
    """Return those who still may do what they came for, each with the facts as they are now.

    It costs two queries, however many they are, and more only where facts have changed.
    """
    sessions = Session.objects.filter(
        session_key__in={visitor.session for visitor in visitors}, expire_date__gt=timezone.now()
    )
    stored = dict(sessions.values_list("session_key", "session_data"))
    found = Player.objects.filter(pk__in={visitor.player for visitor in visitors})
    players = {player.pk: player for player in found.only(*RIGHTS)}
    still = {}
    for before in visitors:
        now = before
        session, player = stored.get(before.session), players.get(before.player)
        if session is None or player is None or _digest(session, player) != before.facts:
            now = recognise(before.session)
        if now.player == before.player:
            still[before] = now
    return still


RIGHTS: Final = ("password", "is_active", "session_epoch")
"""What a session stands and falls with, of all that is stored of a player."""


class LookedAt(SessionStore):
    """A session at which a socket looks: it can give the browser no new key, so it changes none."""

    stored: str | bytes = ""
    key_salt = SessionStore().key_salt
    """Sessions are signed by the name of the class that has stored them."""

    def decode(self, session_data: str | bytes) -> dict[str, Any]:
        """Read what is stored, and keep it as it is."""
        self.stored = session_data
        return super().decode(session_data)

    def flush(self) -> None:
        """Leave the session to the pages."""

    def cycle_key(self) -> None:
        """Leave the key to the pages."""


def recognise(key: str) -> Visitor:
    """Return who Django says is logged in by a session."""
    request = HttpRequest()
    request.session = session = LookedAt(key)
    user = get_user(request)
    if not isinstance(user, Player):
        return STRANGER
    return Visitor(user.pk, key, _digest(session.stored, user))


def _digest(session: str | bytes, player: Player) -> bytes:
    facts = [session, *(getattr(player, name) for name in RIGHTS)]
    return hashlib.blake2b(repr(facts).encode(), digest_size=16).digest()


# In the database's thread; each raises UnavailableError if it does not answer.
_recognised: Final = in_database_thread(recognise)
still_here: Final = in_database_thread(still_here_now)
