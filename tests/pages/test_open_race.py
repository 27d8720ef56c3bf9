from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player, Race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

ASKED = {"game": "agnes-sorel", "preset": "dalton", "limit": "20", "countdown": "10"}


def test_a_race_is_opened_as_asked(client: Client) -> None:
    client.post("/race/", ASKED)
    race = Race.objects.get()
    assert (race.rules, race.limit_s, race.countdown_s) == ("agnes-sorel/dalton", 1200, 10)


def test_whoever_opens_a_race_is_led_to_it(client: Client) -> None:
    answer = client.post("/race/", ASKED)
    assert answer.headers["Location"] == Race.objects.get().get_absolute_url()


def test_a_visitor_becomes_a_guest_and_the_host(client: Client) -> None:
    client.post("/race/", ASKED)
    race = Race.objects.get()
    assert race.host is not None
    assert race.host.guest
    assert [entry.player for entry in race.entries.all()] == [race.host]


def test_the_guest_stays_the_same_in_the_next_race(client: Client) -> None:
    client.post("/race/", ASKED)
    client.post("/race/", ASKED)
    assert Player.objects.count() == 1
    assert Race.objects.count() == 2


def test_an_account_is_the_host_itself(visit: Visit, alice: Player) -> None:
    visit(alice).post("/race/", ASKED)
    assert Race.objects.get().host == alice


def test_a_race_is_not_opened_by_reading(client: Client) -> None:
    assert client.get("/race/").status_code == 405


def test_a_request_from_another_site_opens_nothing() -> None:
    assert Client(enforce_csrf_checks=True).post("/race/", ASKED).status_code == 403


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "canfield"},
        {"game": ""},
        {"preset": "keller+space=none"},
        {"preset": ""},
        {"limit": "7"},
        {"limit": "ten"},
        {"countdown": "0"},
    ],
)
def test_what_is_not_on_offer_is_refused(client: Client, wrong: dict[str, str]) -> None:
    assert client.post("/race/", ASKED | wrong).status_code == 400
    assert not Race.objects.exists()
    assert not Player.objects.exists()


def test_a_refused_choice_is_shown_with_its_reason(client: Client) -> None:
    answer = client.post("/race/", ASKED | {"limit": "7"})
    assert "Select a valid choice. 7 is not one of the available choices." in text(answer)
