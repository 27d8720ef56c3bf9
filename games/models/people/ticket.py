"""Tickets: what a page of another site sends in a socket's address instead of a token.

A browser can't send an `Authorization` header with a socket, and addresses end up in logs. So a
ticket works once, and for half a minute.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import caches
from django.core.signing import BadSignature, Signer

from games.models.people.credential import Credential, by_key

LASTS: Final = timedelta(seconds=30)
CHANCE_BYTES: Final = 16
LONGEST: Final = 200

_signer: Final = Signer(salt="games.ticket")


def issue(
    credential: Credential, now: datetime, draw: Callable[[int], bytes] = secrets.token_bytes
) -> str:
    """Return a ticket for whom a token acts for; `draw(n)` returns n random bytes."""
    until = int((now + LASTS).timestamp())
    return _signer.sign(f"{credential.key}.{until}.{draw(CHANCE_BYTES).hex()}")


def redeem(ticket: str, now: datetime) -> Credential | None:
    """Return the valid token that a valid ticket stands for, and use the ticket up."""
    if len(ticket) > LONGEST:
        return None
    try:
        key, until, chance = _signer.unsign(ticket).split(".")
    except BadSignature:
        return None
    left = int(until) - now.timestamp()
    # Of two that come at once, one adds the row.
    if left <= 0 or not caches["tickets"].add(
        f"ticket:{chance}", True, timeout=LASTS.total_seconds()
    ):
        return None
    return by_key(key, now)
