"""Alice, Bob and Charlie have accounts; the guest only has a session; the bot is Alice's."""

from __future__ import annotations

import pytest

from games.models import Player
from games.models.people.bot import make_bot


@pytest.fixture
def alice(db: None) -> Player:
    return Player.objects.create_user("alice", name="Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return Player.objects.create_user("bob", name="Bob")


@pytest.fixture
def charlie(db: None) -> Player:
    return Player.objects.create_user("charlie", name="Charlie")


@pytest.fixture
def guest(db: None) -> Player:
    return Player.objects.create_guest()


@pytest.fixture
def bot(alice: Player) -> Player:
    return make_bot(alice, "Greedy")
