"""A player's own data: privacy, and the export."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.engine import Record
from games.models import Notice, NoticeKind, Player, Wishes
from games.models.people.wishes import Way
from tests.models.stored_races import closed_race, open_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def test_a_private_profile_is_shown_to_its_owner_alone(
    visit: Visit, alice: Player, bob: Player
) -> None:
    closed_race(alice)
    visit(alice).post("/account/", {"private": "on"})
    address = f"/player/{alice.pk}/"
    assert "This profile is private." in text(visit(bob).get(address))
    assert "Latest results" not in text(visit(bob).get(address))
    assert "Latest results" in text(visit(alice).get(address))


def test_a_player_s_data_come_in_one_file(browser: Client, alice: Player, bob: Player) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True)
    race = closed_race(alice, bob)
    answer = browser.get("/account/data/")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    data = answer.json()
    assert data["name"] == "Alice"
    assert data["emails"] == [{"email": "alice@example.org", "verified": False}]
    (raced,) = data["races"]
    assert raced["code"] == race.code
    assert str(Record.parse(raced["record"])) == raced["record"]
    assert "bob" not in answer.content.decode().lower()


def test_the_file_has_the_notices_that_the_site_does_not_show(
    browser: Client, alice: Player, bob: Player
) -> None:
    wishes = Wishes(player=alice)
    wishes.choose({Way.MAIL: [NoticeKind.CHALLENGED]})
    wishes.keep()
    race = open_race(bob)
    Notice.objects.invite([alice.pk], NoticeKind.CHALLENGED, race, bob, 1_000, lasts=60_000)
    assert "Bob" not in text(browser.get("/notices/"))
    (notice,) = browser.get("/account/data/").json()["notices"]
    assert (notice["kind"], notice["of"]) == ("challenged", race.get_absolute_url())


def test_an_unfinished_race_is_not_in_the_file(browser: Client, alice: Player) -> None:
    open_race(alice)
    assert browser.get("/account/data/").json()["races"] == []


def test_more_races_cost_no_more_queries(browser: Client, alice: Player) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            browser.get("/account/data/")
        return len(captured)

    closed_race(alice)
    queries()
    once = queries()
    for _ in range(3):
        closed_race(alice)
    assert queries() == once


def test_an_open_session_is_not_enough_for_the_file(
    visit: Visit, alice: Player, guest: Player
) -> None:
    client = visit(alice)
    answer = client.get("/account/data/")
    assert answer.headers["Location"].startswith("/accounts/reauthenticate/")
    answer = client.post(answer.headers["Location"], {"password": "correct horse"}, follow=True)
    assert answer.json()["name"] == "Alice"
    assert visit(guest).get("/account/data/").json()["guest"], "a guest has no password"


@pytest.mark.parametrize("address", ["/account/", "/account/data/", "/account/delete/"])
def test_a_stranger_is_asked_to_log_in(client: Client, address: str) -> None:
    assert "/accounts/login/" in client.get(address).headers["Location"]
