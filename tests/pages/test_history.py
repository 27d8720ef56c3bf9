from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player
from games.pages.history import PAGE
from tests.models.tables import closed_race, open_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def test_a_player_finds_the_races_played(visit: Visit, alice: Player, bob: Player) -> None:
    race = closed_race(alice, bob)
    page = text(visit(alice).get("/history/"))
    assert race.code in page
    assert "Agnes Sorel Standard" in page


def test_the_rules_of_a_race_played_lead_to_their_help(visit: Visit, alice: Player) -> None:
    closed_race(alice, rules="applegate/pysol")
    assert 'href="/how-to-play/applegate/pysol/"' in visit(alice).get("/history/").content.decode()


def test_a_guest_has_a_history_too(visit: Visit, guest: Player) -> None:
    race = closed_race(guest)
    page = text(visit(guest).get("/history/"))
    assert race.code in page
    assert f"You play as a guest named {guest.name}" in page


def test_the_races_of_others_are_not_in_it(visit: Visit, alice: Player, bob: Player) -> None:
    race = closed_race(alice)
    assert race.code not in text(visit(bob).get("/history/"))


def test_a_race_that_is_not_over_is_not_in_it(visit: Visit, alice: Player) -> None:
    race = open_race(alice)
    assert race.code not in text(visit(alice).get("/history/"))


def test_without_a_race_there_is_a_way_to_the_first(client: Client) -> None:
    assert "No race yet. The first one is a press away." in text(client.get("/history/"))


def test_a_long_history_has_pages(visit: Visit, alice: Player) -> None:
    first = closed_race(alice)
    for _ in range(PAGE):
        closed_race(alice)
    browser = visit(alice)
    assert first.code not in text(browser.get("/history/"))
    assert first.code in text(browser.get("/history/?page=2"))


@pytest.mark.parametrize("page", ["0", "99", "x"])
def test_a_page_that_is_not_there_gives_one_that_is(visit: Visit, alice: Player, page: str) -> None:
    race = closed_race(alice)
    assert race.code in text(visit(alice).get("/history/", {"page": page}))


def test_history_is_only_read(client: Client) -> None:
    assert client.post("/history/").status_code == 405
