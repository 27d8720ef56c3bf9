"""Applications of others: who registered them, and which of them a player has let in.

The rows are those of allauth's identity provider, which speaks OAuth 2 with them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final
from urllib.parse import urlsplit

from allauth.idp.oidc.adapter import get_adapter
from allauth.idp.oidc.models import Client, Token
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.database.holding import held
from games.models.people.player import Player
from games.models.people.refusals import gone
from games.models.people.token import Scope
from games.models.people.used_grant import UsedGrant

AT_MOST: Final = 20
"""How many applications a player may register."""

IDENTITY: Final = "openid"
"""The scope of an application that only wants to know who somebody is."""

OFFERED: Final = (Scope.READ, Scope.RACE, Scope.ACCOUNT)
"""The scopes that an application may ask for, besides `openid`."""

ADDRESSES: Final = 5
"""How many addresses an application may be answered at."""

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")

OWN_SCHEME: Final = re.compile(
    r"(?!(about|blob|data|file|filesystem|javascript|vbscript|view-source)\.)"
    r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+"
)
"""The scheme of a phone's application: the name of its maker, backwards (RFC 8252).

None begins as a scheme that browsers run or open themselves.
"""

PLAIN: Final = re.compile(r"[A-Za-z0-9-._~:/?\[\]!$&()+=%]+")
"""An address without a fragment, a user, a wildcard, or what browsers read in another way."""

GRANTS: Final = (
    Client.GrantType.AUTHORIZATION_CODE,
    Client.GrantType.DEVICE_CODE,
    Client.GrantType.REFRESH_TOKEN,
)
"""The ways to a token: over a page, over another device, and again without asking."""


@dataclass(frozen=True)
class ConnectedApplication:
    """An application that a player has let in."""

    client: Client
    scopes: frozenset[str]
    since: datetime
    """When the oldest of its tokens was made, as far as they are kept."""


@transaction.atomic
def register(
    owner: Player, name: str, redirects: Sequence[str], *, confidential: bool
) -> tuple[Client, str]:
    """Register an application with the addresses it may be answered at.

    Return it with its secret, which isn't kept; one that isn't confidential has none.

    :raises GoneError: if the owner's account was deleted.
    :raises ValidationError: if the owner has as many applications as one may have.
    """
    if held(Player.objects.filter(pk=owner.pk, deleted_at=None)).first() is None:
        raise gone()
    if Client.objects.filter(owner=owner).count() >= AT_MOST:
        raise ValidationError(
            _("You have %(count)s applications. Delete one that you no longer use first."),
            params={"count": AT_MOST},
        )
    kind = Client.Type.CONFIDENTIAL if confidential else Client.Type.PUBLIC
    client = Client(name=name, owner=owner, type=kind)
    client.set_redirect_uris(list(redirects))
    allow(client)
    secret = get_adapter().generate_client_secret() if confidential else ""
    if confidential:
        client.set_secret(secret)
    client.save(force_insert=True)
    return client, secret


def addresses(text: str) -> list[str]:
    """Return the redirect addresses in a text, one a line.

    :raises ValidationError: if others could read what is sent to one, or there are too many.
    """
    found = list(dict.fromkeys(text.split()))
    if len(found) > ADDRESSES:
        raise ValidationError(
            _("An application has at most %(count)s addresses."), params={"count": ADDRESSES}
        )
    for address in found:
        if not _is_fit(address):
            raise ValidationError(
                _(
                    "%(address)s won't do. Use https://, http://127.0.0.1/ for a program on the "
                    "player's machine, or a scheme such as org.example.app:/."
                ),
                params={"address": address},
            )
    return found


def answers_at(client: Client, address: str) -> bool:
    """Tell whether an application is answered at an address: a registered one, exactly.

    A program on the player's machine chooses its port when it starts (RFC 8252).
    """
    return any(address in (one, _with_port_of(one, address)) for one in client.get_redirect_uris())


def _with_port_of(registered: str, address: str) -> str:
    """Return a registered address on the player's machine, with the port of another address."""
    try:
        parts, port = urlsplit(registered), urlsplit(address).port
    except ValueError:
        return registered
    if parts.scheme != "http" or parts.hostname not in LOOPBACK:
        return registered
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return parts._replace(netloc=host if port is None else f"{host}:{port}").geturl()


def _is_fit(address: str) -> bool:
    try:
        parts = urlsplit(address)
        host, _port = parts.hostname, parts.port
    except ValueError:
        return False
    known = parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK)
    fits = bool(host) if known else OWN_SCHEME.fullmatch(parts.scheme)
    return bool(fits and PLAIN.fullmatch(address))


def allow(client: Client) -> None:
    """Allow a new application all that this site offers to any."""
    client.set_scopes([IDENTITY, *OFFERED])
    client.set_default_scopes([Scope.READ])
    client.set_grant_types(list(GRANTS))


def connected(player: Player, now: datetime) -> list[ConnectedApplication]:
    """Return the applications that may act for a player now, by name."""
    lasting = Q(expires_at=None) | Q(expires_at__gt=now)
    tokens = Token.objects.filter(lasting, user=player, client__isnull=False)
    held_by = groupby(
        tokens.select_related("client__owner").order_by("client__name", "client", "created_at"),
        key=lambda token: token.client,
    )
    return [
        ConnectedApplication(
            client, frozenset().union(*(one.get_scopes() for one in some)), some[0].created_at
        )
        for client, some in ((client, list(found)) for client, found in held_by)
    ]


@transaction.atomic
def turn_out(player: int, client: str) -> bool:
    """Revoke all that an application may do for a player; return whether there was anything."""
    # A token that is being refreshed is renewed before this, or not at all.
    held(Player.objects.filter(pk=player)).first()
    UsedGrant.objects.filter(player_id=player, client_id=client).settle()
    return bool(Token.objects.filter(user_id=player, client_id=client).delete()[0])


def hold_player_of(grant: str) -> None:
    """Lock the player whose refresh token this is, if it is one, until the transaction ends."""
    found = Token.objects.by_value(grant).filter(type=Token.Type.REFRESH_TOKEN)
    held(Player.objects.filter(pk__in=found.values("user"))).first()


def note_used(grant: str, given: str, now: datetime) -> None:
    """Note that a code or refresh token was traded for a new access token.

    :raises IntegrityError: if it was used before, or is being used by another request.
    """
    token = Token.objects.by_value(given).get(type=Token.Type.ACCESS_TOKEN)
    UsedGrant.objects.note(grant, token.user_id, token.client_id, now)


def end_reused(grant: str) -> bool:
    """End the access that a used code or refresh token led to; return whether it is a used one."""
    used = UsedGrant.objects.find(grant)
    if used is not None and used.player_id is not None:
        turn_out(used.player_id, used.client_id)
    return used is not None


def forget(player: Player) -> None:
    """Delete a player's applications, and turn out those of others."""
    Token.objects.filter(user=player).delete()
    UsedGrant.objects.filter(player=player).settle()
    Client.objects.filter(owner=player).delete()


def prune(now: datetime) -> None:
    """Delete tokens that have expired, and what is known of used ones that would have."""
    Token.objects.filter(expires_at__lte=now).delete()
    UsedGrant.objects.prune(now)
