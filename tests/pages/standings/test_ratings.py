from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Player
from games.models.standings.booking import book_race
from games.models.standings.rating import RatingChange
from tests.models.standings.test_rating import ranked
from tests.models.stored_races import END
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def test_a_rating_is_provisional_until_it_is_settled(
    visit: Visit, client: Client, alice: Player, bob: Player
) -> None:
    book_race(ranked(alice, bob))
    first = text(visit(alice).get(f"/player/{alice.pk}/"))
    assert re.search(r"Alice Rating \d+ Agnes Sorel, provisional Daily streak", first)
    own = text(visit(alice).get("/ratings/agnes-sorel/"))
    assert "after one race. provisional" in own
    assert "No one has raced often enough for a rating yet." in own
    for number in range(9):
        book_race(ranked(alice, bob, ended=END + number))
    page = text(client.get("/ratings/agnes-sorel/"))
    assert "1 Alice" in page
    assert "2 Bob" in page
    profile = client.get(f"/player/{alice.pk}/")
    assert "after 10 ranked races" in text(profile)
    assert re.search(r"Alice Rating \d+ Agnes Sorel Daily streak", text(profile))
    assert profile.content.decode().count('<circle class="line-1"') == 10
    assert client.get("/ratings/canfield/").status_code == 404


def test_a_rating_outlives_the_races_it_came_from(
    client: Client, alice: Player, bob: Player
) -> None:
    book_race(ranked(alice, bob))
    RatingChange.objects.all().delete()
    page = client.get(f"/player/{alice.pk}/")
    assert page.status_code == 200
    assert '<circle class="line-1"' not in page.content.decode()
