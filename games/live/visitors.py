"""Who is at the other end of a socket: the player of a session or a token, or a stranger.

A socket outlives its session and its player's rights. So what the handshake found is compared with
what is stored, for many sockets at once; Django is asked again only where that has changed.
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

from games.live.database_thread import in_database_thread
from games.live.limits import NOBODY
from games.live.tokens import brings_token, standing, token_of
from games.models import Player


@dataclass(frozen=True)
class Visitor:
    """The person at the other end of a socket."""

    player: int = NOBODY
    session: str = ""
    """The key of the session; empty without one."""
    token: str = ""
    """The key of the access token, if a program came with one."""
    facts: bytes = b""
    """A digest of the stored session and player; while it is the same, so are the rights."""

    @property
    def is_known(self) -> bool:
        """Whether rights depend on a session or a token."""
        return bool(self.session or self.token)


STRANGER: Final = Visitor()


async def visitor(scope: dict[str, Any]) -> Visitor:
    """Return whose token a socket brings, or else who its cookies log in, or `STRANGER`.

    The middleware of Channels would check the session at every frame sent, and keep session and
    player in memory as long as the socket is open.

    :raises RefusedError: if it brings a token that isn't valid, or that doesn't allow racing.
    :raises UnavailableError: if the database does not answer.
    """
    if brings_token(scope):
        return await _admitted(scope)
    cookies = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
    key = parse_cookie(cookies.decode("latin1")).get(settings.SESSION_COOKIE_NAME)
    # Session keys are letters and digits. A cookie may hold anything, such as a NUL, which
    # PostgreSQL refuses to look for.
    return await _recognised(key) if key and key.isascii() and key.isalnum() else STRANGER


def still_here_now(visitors: Collection[Visitor]) -> Mapping[Visitor, Visitor]:
    """Return the visitors whose rights stand, each with its facts as they are now.

    Three queries for any number of visitors, and more only where facts have changed.
    """
    programs = {visitor for visitor in visitors if visitor.token}
    tokens = standing({program.token for program in programs})
    still = {
        program: program for program in programs if tokens.get(program.token) == program.player
    }
    visitors = set(visitors) - programs
    if not visitors:
        return still
    sessions = Session.objects.filter(
        session_key__in={visitor.session for visitor in visitors}, expire_date__gt=timezone.now()
    )
    stored = dict(sessions.values_list("session_key", "session_data"))
    found = Player.objects.filter(pk__in={visitor.player for visitor in visitors})
    players = {player.pk: player for player in found.only(*RIGHTS)}
    for before in visitors:
        now = before
        session, player = stored.get(before.session), players.get(before.player)
        if session is None or player is None or _digest(session, player) != before.facts:
            now = recognise(before.session)
        if now.player == before.player:
            still[before] = now
    return still


RIGHTS: Final = ("password", "is_active", "session_epoch")
"""The fields of a player that a session depends on."""


class LookedAt(SessionStore):
    """A session that a socket only reads: it cannot give the browser a new key."""

    stored: str | bytes = ""
    key_salt = SessionStore().key_salt
    """Sessions are signed with the name of the class that stored them."""

    def decode(self, session_data: str | bytes) -> dict[str, Any]:
        """Decode a stored session, and keep its text."""
        self.stored = session_data
        return super().decode(session_data)

    def flush(self) -> None:
        """Leave the session to the pages."""

    def cycle_key(self) -> None:
        """Leave the key to the pages."""


def recognise(key: str) -> Visitor:
    """Return who Django says a session logs in."""
    request = HttpRequest()
    request.session = session = LookedAt(key)
    user = get_user(request)
    if not isinstance(user, Player):
        return STRANGER
    return Visitor(user.pk, key, facts=_digest(session.stored, user))


def admit(scope: dict[str, Any]) -> Visitor:
    """Return the owner of the token that a socket brings.

    :raises RefusedError: if the token isn't valid, or doesn't allow racing.
    """
    token = token_of(scope)
    return Visitor(token.player.pk, token=token.key)


def _digest(session: str | bytes, player: Player) -> bytes:
    facts = [session, *(getattr(player, name) for name in RIGHTS)]
    return hashlib.blake2b(repr(facts).encode(), digest_size=16).digest()


# In the database thread; each raises UnavailableError if the database does not answer.
_recognised: Final = in_database_thread(recognise)
_admitted: Final = in_database_thread(admit)
still_here: Final = in_database_thread(still_here_now)
