"""Quick races from the start page."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player, Race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def test_two_visitors_meet_in_one_race(client: Client, visit: Visit, alice: Player) -> None:
    first = client.post("/quick/", {"game": "applegate"}).headers["Location"]
    second = visit(alice).post("/quick/", {"game": "applegate"}).headers["Location"]
    assert first == second
    assert Race.objects.get().entries.count() == 2


def test_the_start_page_says_who_waits(client: Client, visit: Visit, alice: Player) -> None:
    visit(alice).post("/quick/", {"game": "applegate"})
    entries = Race.objects.get().entries
    entries.mark_present(
        entries.values_list("pk", flat=True), int(entries.get().created_at.timestamp() * 1000)
    )
    page = text(client.get("/"))
    assert "Applegate (1 waiting)" in page
    assert "Someone waits in Applegate" in page
    assert "1 player is waiting" in text(visit(alice).get("/"))


def test_the_room_says_how_it_starts(visit: Visit, alice: Player) -> None:
    page = visit(alice).post("/quick/", {"game": "applegate"}, follow=True)
    assert "Looking for another player" in page.content.decode()


def test_an_unknown_game_is_not_found(client: Client) -> None:
    assert client.post("/quick/", {"game": "chess"}).status_code == 404


def test_a_get_seats_no_one(client: Client) -> None:
    assert client.get("/quick/").status_code == 405
