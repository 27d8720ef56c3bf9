"""Adding a second factor ends the sessions that began without it."""

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
    """End all sessions of an account that adds a second factor, in the same transaction."""
    if created and instance.type != Authenticator.Type.RECOVERY_CODES:
        instance.user.end_sessions()


@receiver(authenticator_added)
def keep_session(sender: Any, request: HttpRequest, user: Player, **kwargs: Any) -> None:
    """Keep the session that added the factor: its user has just authenticated."""
    user.refresh_from_db(fields=["session_epoch"])
    update_session_auth_hash(request, user)
