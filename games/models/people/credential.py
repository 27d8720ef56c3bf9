"""Whom a program acts for: one answer for the tokens of players and those of applications.

A player makes an access token by hand; an application gets one by OAuth, once a player lets it in.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.models import Token
from django.db.models import Q, QuerySet

from games.models.people.player import Player
from games.models.people.token import LONGEST, PREFIX, AccessToken, Scope

OWN: Final = "own-"
"""What the keys of tokens that players made begin with."""

GRANTED: Final = "granted-"
"""What the keys of applications' tokens begin with."""


@dataclass(frozen=True)
class Credential:
    """A token that is valid: whom it acts for, and what it allows."""

    key: str
    """Names the stored token; worth nothing to anyone."""
    player: Player
    scopes: frozenset[str]

    def allows(self, scope: Scope) -> bool:
        """Tell whether the token has a scope; “bot” is what a bot has for “race”."""
        return scope in self.scopes or (scope is Scope.RACE and Scope.BOT in self.scopes)


def find(text: str, now: datetime) -> Credential | None:
    """Return what a text allows, if it is that of a valid token, and note its use."""
    if len(text) > LONGEST:
        return None
    if text.startswith(PREFIX):
        own = AccessToken.objects.find(text, now)
        if own is None:
            return None
        own.note_use(now)
        return _own(own)
    hashed = get_adapter().hash_token(text)
    granted = granted_tokens(now).filter(hash=hashed).select_related("user").first()
    return None if granted is None else _granted(granted)


def by_key(key: str, now: datetime) -> Credential | None:
    """Return what the token with a key allows, if it is still valid."""
    if pk := _pk(key, OWN):
        own = AccessToken.objects.valid(now).select_related("player").filter(pk=pk).first()
        return None if own is None else _own(own)
    if pk := _pk(key, GRANTED):
        granted = granted_tokens(now).select_related("user").filter(pk=pk).first()
        return None if granted is None else _granted(granted)
    return None


def standing(keys: Collection[str], now: datetime) -> Mapping[str, int]:
    """Return which of these tokens are still valid, each with its player; two queries at most."""
    own = {pk for key in keys if (pk := _pk(key, OWN))}
    granted = {pk for key in keys if (pk := _pk(key, GRANTED))}
    found: dict[str, int] = {}
    if own:
        tokens = AccessToken.objects.valid(now).filter(pk__in=own)
        found |= {f"{OWN}{pk}": player for pk, player in tokens.values_list("pk", "player")}
    if granted:
        given = granted_tokens(now).filter(pk__in=granted)
        found |= {f"{GRANTED}{pk}": player for pk, player in given.values_list("pk", "user")}
    return found


def granted_tokens(now: datetime) -> QuerySet[Token]:
    """Return the access tokens of applications that work now."""
    lasting = Q(expires_at=None) | Q(expires_at__gt=now)
    found: QuerySet[Token] = Token.objects.filter(
        lasting, type=Token.Type.ACCESS_TOKEN, client__isnull=False, user__is_active=True
    )
    return found


def _own(token: AccessToken) -> Credential:
    return Credential(f"{OWN}{token.pk}", token.player, frozenset(token.scopes.split()))


def _granted(token: Token) -> Credential:
    return Credential(f"{GRANTED}{token.pk}", token.user, frozenset(token.get_scopes()))


def _pk(key: str, kind: str) -> int:
    """Return the primary key of the token with a key; 0 if that is one of another kind."""
    digits = key.removeprefix(kind)
    return int(digits) if key.startswith(kind) and digits.isdecimal() else 0
