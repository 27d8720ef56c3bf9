"""Staff with a second factor, in a session that has just used it."""

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
    """Create a superuser with an authenticator app."""
    player = Player.objects.create_superuser("warden", password="quiet otters swim", name="Warden")
    TOTP.activate(player, SECRET)
    return player


@pytest.fixture
def admin_client(staff: Player) -> Client:
    """Log a client in as this superuser, with the second factor used."""
    client = Client()
    client.force_login(staff)
    use_second_factor(client, staff)
    return client


def use_second_factor(client: Client, player: Player, at: float | None = None) -> None:
    """Record in a session that the second factor was used, by default now."""
    factor = Authenticator.objects.get(user=player, type=Authenticator.Type.TOTP)
    note_second_factor(client, player, factor.pk, time.time() if at is None else at)


def note_second_factor(client: Client, player: Player, factor: int, at: float) -> None:
    """Record in a session that a player used the factor with this key at this time."""
    session = client.session
    record = {"method": "mfa", "type": "totp", "id": factor, "reauthenticated": True, "at": at}
    session["account_authentication_methods"] = [record]
    session["account_authentication_methods_user"] = str(player.pk)
    session.save()
