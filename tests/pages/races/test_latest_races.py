"""What every page asks before it looks for a race to lead to."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Player, Race
from games.models.database.instants import to_datetime
from games.pages.site.clock import now
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
    Race.objects.filter(pk=race.pk).update(created_at=to_datetime(now()))
    assert '"games_action"' in questions(client)
    # Nobody has come to start it, and nobody will.
    Race.objects.filter(pk=race.pk).update(created_at=to_datetime(now()) - timedelta(hours=1))
    assert '"games_action"' not in questions(client)


def test_a_practice_is_no_race_to_go_back_to(client: Client, alice: Player) -> None:
    client.force_login(alice)
    assert client.post("/practice/", {"game": "freecell", "preset": "standard"}).status_code == 302
    assert Race.objects.get().starts_at is not None
    assert '"games_action"' not in questions(client)
