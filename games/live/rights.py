"""Tell all web processes whose rights may have changed, so that they close sockets.

Signals see every session or token that ends and every player who changes, by a page, the admin or a
command. A note only says whose rights to check again, so a wrong one does no harm, and the next
heartbeat makes up for a lost one.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from allauth.idp.oidc.models import Token
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from games.live.bulletin import publish
from games.live.relay import note_on_rights
from games.live.visitors import RIGHTS
from games.models import AccessToken, Player


@receiver(post_delete, sender=Session)
def session_ended(instance: Session, **_: Any) -> None:
    """Tell of a logout; also of a login or a new password, which give a session a new key."""
    if (player := instance.get_decoded().get(SESSION_KEY)) is not None:
        _tell_soon(int(player))


@receiver(post_save, sender=Player)
def player_changed(
    instance: Player, created: bool, update_fields: Collection[str] | None, **_: Any
) -> None:
    """Tell of a deactivation, a deletion, a password."""
    if not created and (update_fields is None or not set(RIGHTS).isdisjoint(update_fields)):
        _tell_soon(instance.pk)


@receiver(post_delete, sender=Player)
def player_deleted(instance: Player, **_: Any) -> None:
    """Tell of a deleted account, and of a guest who was merged into an account."""
    _tell_soon(instance.pk)


@receiver(post_delete, sender=AccessToken)
def token_revoked(instance: AccessToken, **_: Any) -> None:
    """Tell of a revoked token. One that expires is found at the next heartbeat."""
    _tell_soon(instance.player_id)


@receiver(post_delete, sender=Token)
def application_turned_out(instance: Token, **_: Any) -> None:
    """Tell of an application that has lost a token, perhaps together with its own row."""
    if instance.user_id is not None:
        _tell_soon(instance.user_id)


def _tell_soon(player: int) -> None:
    transaction.on_commit(partial(_tell, player))


def _tell(player: int) -> None:
    publish(note_on_rights(player))
