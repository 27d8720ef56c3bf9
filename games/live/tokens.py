"""What a program sends with a socket to say who it is: an access token, or a ticket."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.core.exceptions import TooManyFieldsSent
from django.http import QueryDict
from django.utils import timezone

from games.engine import Sentence
from games.models.people import credential, ticket
from games.models.people.credential import Credential
from games.models.people.token import Scope
from games.racing import RefusedError

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


def token_of(scope: dict[str, Any]) -> Credential:
    """Return the token that a socket brings; use up a ticket.

    :raises RefusedError: if it isn't valid, or doesn't allow racing.
    """
    now = timezone.now()
    header = _header(scope)
    if header is None:
        token = ticket.redeem(asked_of(scope).get("ticket", ""), now)
        wrong = Sentence("The ticket isn't valid: each works once, and for 30 seconds.")
    else:
        is_bearer = header.lower().startswith(BEARER)
        token = credential.find(header[len(BEARER) :].strip(), now) if is_bearer else None
        wrong = Sentence("The access token isn't valid, or no longer.")
    if token is None:
        raise RefusedError("bad-token", wrong)
    if not token.allows(Scope.RACE):
        wrong = Sentence("The token doesn't allow racing: make one that does.")
        raise RefusedError("no-scope", wrong)
    return token


def standing(keys: Collection[str]) -> Mapping[str, int]:
    """Return which of these tokens are still valid, each with its player."""
    return credential.standing(keys, timezone.now())


def _header(scope: dict[str, Any]) -> str | None:
    found = (value for name, value in scope["headers"] if name == b"authorization")
    value = next(found, None)
    return None if value is None else value.decode("latin1")
