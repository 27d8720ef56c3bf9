"""What a second factor changes: the sessions that were begun without it end."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from django.contrib.auth import update_session_auth_hash
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from games.models import Player


@receiver(post_save, sender=Authenticator)
def end_sessions(sender: Any, instance: Authenticator, created: bool, **kwargs: Any) -> None:
    """End all sessions of an account that gets a second factor, in the same transaction."""
    if created and instance.type != Authenticator.Type.RECOVERY_CODES:
        instance.user.end_sessions()


@receiver(authenticator_added)
def go_on(sender: Any, request: HttpRequest, user: Player, **kwargs: Any) -> None:
    """Let the session go on in which it was added: it has just proven who is there."""
    user.refresh_from_db(fields=["session_epoch"])
    update_session_auth_hash(request, user)
