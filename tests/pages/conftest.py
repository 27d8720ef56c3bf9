"""Players and their browsers; Alice has a password."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from games.models import Player
from tests.players import bob as bob
from tests.players import bot as bot
from tests.players import charlie as charlie
from tests.players import guest as guest
from tests.staff import admin_client as admin_client
from tests.staff import staff as staff

Visit = Callable[[Player], Client]


@pytest.fixture
def alice(db: None) -> Player:
    return Player.objects.create_user("alice", password="correct horse", name="Alice")


@pytest.fixture
def visit() -> Visit:
    """Return a function that opens a player's browser."""

    def visit(player: Player) -> Client:
        client = Client()
        client.force_login(player)
        return client

    return visit
