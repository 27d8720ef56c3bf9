from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def test_a_guest_takes_another_name(visit: Visit, guest: Player) -> None:
    visit(guest).post("/name/", {"name": "  Maria   the  Quick "})
    guest.refresh_from_db()
    assert guest.name == "Maria the Quick"


def test_renaming_returns_to_the_page_it_came_from(visit: Visit, guest: Player) -> None:
    answer = visit(guest).post("/name/", {"name": "Maria", "next": "/race/QFXKMP/"})
    assert answer.headers["Location"] == "/race/QFXKMP/"


@pytest.mark.parametrize("elsewhere", ["https://example.com/", "//example.com/", "javascript:1"])
def test_renaming_redirects_to_no_other_site(visit: Visit, guest: Player, elsewhere: str) -> None:
    answer = visit(guest).post("/name/", {"name": "Maria", "next": elsewhere})
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\u200bb"])
def test_an_invalid_name_changes_nothing(visit: Visit, guest: Player, name: str) -> None:
    before = guest.name
    visit(guest).post("/name/", {"name": name})
    guest.refresh_from_db()
    assert guest.name == before


def test_the_reason_is_shown(visit: Visit, guest: Player) -> None:
    assert "Type a name." in text(visit(guest).post("/name/", {"name": ""}, follow=True))


def test_a_visitor_who_has_not_played_has_no_name_to_change(client: Client) -> None:
    answer = client.post("/name/", {"name": "Maria"}, follow=True)
    assert "You don't have a name here yet." in text(answer)
    assert not Player.objects.exists()


def test_a_get_does_not_change_a_name(client: Client) -> None:
    assert client.get("/name/").status_code == 405
