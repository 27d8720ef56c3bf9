"""Erasing a player with all that is stored of the account."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction

from games.models.people.player import Player
from games.models.races.identity import end_programs, erase

ACCOUNT_MODELS: Final = (EmailAddress, Authenticator, SocialAccount)
"""The models that hold an account's data outside its own row."""


@transaction.atomic
def forget(player: Player, at: datetime) -> None:
    """Erase a player and all related rows in one transaction."""
    # First, because it locks the player: a concurrent insert is either deleted below or waits.
    erase(player, at)
    for stored in ACCOUNT_MODELS:
        stored.objects.filter(user=player).delete()


def shut_out(player: Player) -> None:
    """End every way into an account but the password, and forget its addresses but the first."""
    for each in (player, *player.bots.filter(deleted_at=None)):
        end_programs(each)
    for stored in (Authenticator, SocialAccount):
        stored.objects.filter(user=player).delete()
    EmailAddress.objects.filter(user=player).exclude(email=player.email).delete()
