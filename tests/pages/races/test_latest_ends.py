"""What every page asks before it looks for a race to lead to."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Player
from tests.models.stored_races import closed_race, join, open_race

pytestmark = pytest.mark.django_db


def questions(client: Client) -> str:
    """Return what a page asks the database, in one text."""
    with CaptureQueriesContext(connection) as asked:
        assert client.get("/how-to-play/").status_code == 200
    return "\n".join(query["sql"] for query in asked)


def test_a_player_without_an_open_race_is_asked_for_none(
    client: Client, alice: Player, bob: Player
) -> None:
    client.force_login(alice)
    closed_race(alice, bob)
    # The endings of runs are looked at for open races alone, and invitations only where one is.
    assert '"games_action"' not in questions(client)
    assert '"games_match"' not in questions(client)
    race = open_race(bob)
    join(race, alice)
    assert '"games_action"' in questions(client)
