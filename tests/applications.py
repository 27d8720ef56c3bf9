"""An application of somebody else: what it asks players and this site for."""

from __future__ import annotations

import hashlib
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping
from datetime import timedelta
from html import unescape
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

from allauth.idp.oidc.models import Token
from django.test import Client
from django.utils import timezone

from games.models import Player
from games.models.people.application import register

VERIFIER: Final = "the-verifier-that-only-the-application-knows-0123456789"
CALLBACK: Final = "https://app.example/callback"
SCOPES: Final = ("read", "race", "account", "openid")


def challenge(verifier: str = VERIFIER) -> str:
    """Return the challenge of a verifier (RFC 7636)."""
    return urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")


def invitation(client: str, **changes: str | None) -> str:
    """Return the address that an application sends a player to; None leaves a parameter out."""
    asked: dict[str, str | None] = {
        "response_type": "code",
        "client_id": client,
        "redirect_uri": CALLBACK,
        "scope": "read race",
        "state": "xyz",
        "code_challenge": challenge(),
        "code_challenge_method": "S256",
        **changes,
    }
    sent = {name: value for name, value in asked.items() if value is not None}
    return f"/oauth/authorize?{urlencode(sent)}"


def signed_request(page: str) -> str:
    """Return the hidden field of a consent page."""
    found = re.search(r'name="request" value="([^"]+)"', page)
    assert found, page
    return unescape(found[1])


def answer_in(address: str) -> dict[str, str]:
    """Return what an address tells the application."""
    return {name: value for name, [value] in parse_qs(urlsplit(address).query).items()}


def trade(client: str, given: str, **changes: str | None) -> dict[str, str]:
    """Return the fields that trade a code for tokens; None leaves one out."""
    asked: dict[str, str | None] = {
        "grant_type": "authorization_code",
        "client_id": client,
        "code": given,
        "redirect_uri": CALLBACK,
        "code_verifier": VERIFIER,
        **changes,
    }
    return {name: value for name, value in asked.items() if value is not None}


def refresh(client: str, text: str, **changes: str) -> dict[str, str]:
    """Return the fields that trade a refresh token for the next."""
    asked = {"grant_type": "refresh_token", "client_id": client, "refresh_token": text}
    return asked | changes


def granted_token(player: Player, *scopes: str) -> str:
    """Return the text of an access token that a player has granted to an application."""
    return _granted(player, Token.Type.ACCESS_TOKEN, scopes)[1]


def refresh_token(player: Player) -> tuple[str, str]:
    """Return an application that a player has let in, and the text of its refresh token."""
    return _granted(player, Token.Type.REFRESH_TOKEN, SCOPES)


def _granted(player: Player, kind: Token.Type, scopes: Iterable[str]) -> tuple[str, str]:
    client, _ = register(player, "Deal Bot", [CALLBACK], confidential=False)
    text = secrets.token_urlsafe(64)
    ends = timezone.now() + timedelta(hours=1)
    token = Token(type=kind, client=client, user=player, expires_at=ends)
    token.set_value(text)
    token.set_scopes(list(scopes))
    token.save()
    return client.pk, text


def submit(
    client: Client, address: str, sent: Mapping[str, str], headers: Mapping[str, str] | None = None
) -> Any:
    """Send fields as an application does."""
    kind = "application/x-www-form-urlencoded"
    return client.post(f"/oauth/{address}", urlencode(sent), kind, headers=headers)
