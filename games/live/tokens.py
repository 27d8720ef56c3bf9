"""What a program sends with a socket to say who it is: an access token, or a ticket."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.core.exceptions import TooManyFieldsSent
from django.http import QueryDict
from django.utils import timezone

from games.models.people import credential, ticket
from games.models.people.credential import Credential
from games.models.people.token import Scope

BEARER: Final = "bearer "


def asked_of(scope: dict[str, Any]) -> QueryDict:
    """Return the query of a socket's address."""
    try:
        return QueryDict(scope.get("query_string", b""))
    except TooManyFieldsSent:
        return QueryDict()


def brings_token(scope: dict[str, Any]) -> bool:
    """Tell whether a socket comes with a token or a ticket, valid or not."""
    return _header(scope) is not None or "ticket" in asked_of(scope)


def token_of(scope: dict[str, Any]) -> Credential | None:
    """Return the token of a socket, if it is valid and allows racing; use up a ticket."""
    now = timezone.now()
    header = _header(scope)
    if header is None:
        token = ticket.redeem(asked_of(scope).get("ticket", ""), now)
    elif header.lower().startswith(BEARER):
        token = credential.find(header[len(BEARER) :].strip(), now)
    else:
        token = None
    return token if token is not None and token.allows(Scope.RACE) else None


def standing(keys: Collection[str]) -> Mapping[str, int]:
    """Return which of these tokens are still valid, each with its player."""
    return credential.standing(keys, timezone.now())


def _header(scope: dict[str, Any]) -> str | None:
    found = (value for name, value in scope["headers"] if name == b"authorization")
    value = next(found, None)
    return None if value is None else value.decode("latin1")
