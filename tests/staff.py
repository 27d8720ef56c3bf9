"""Staff with a second factor, in a session in which it was used a moment ago."""

from __future__ import annotations

import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client

from games.models import Player

SECRET = "JBSWY3DPEHPK3PXP"


@pytest.fixture
def staff(db: None) -> Player:
    """A superuser with an authenticator app."""
    player = Player.objects.create_superuser("warden", password="quiet otters swim", name="Warden")
    TOTP.activate(player, SECRET)
    return player


@pytest.fixture
def admin_client(staff: Player) -> Client:
    """The browser of staff that may do everything."""
    client = Client()
    client.force_login(staff)
    use_second_factor(client, staff)
    return client


def use_second_factor(client: Client, player: Player, at: float | None = None) -> None:
    """Note in a session that a second factor was used; now if not told when."""
    factor = Authenticator.objects.get(user=player, type=Authenticator.Type.TOTP)
    note_second_factor(client, player, factor.pk, time.time() if at is None else at)


def note_second_factor(client: Client, player: Player, factor: int, at: float) -> None:
    """Note in a session that a player has used the second factor of a number at a time."""
    session = client.session
    record = {"method": "mfa", "type": "totp", "id": factor, "reauthenticated": True, "at": at}
    session["account_authentication_methods"] = [record]
    session["account_authentication_methods_user"] = str(player.pk)
    session.save()
