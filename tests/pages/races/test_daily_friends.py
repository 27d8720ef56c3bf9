"""What a day's challenges tell of friends, and of who was fastest the day before."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Follow, Player
from tests.models.dailies import DAY, daily, finish
from tests.models.stored_races import NOW
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.races.test_daily import address
from tests.pages.races.test_daily import moment as moment  # the clock of these pages

pytestmark = pytest.mark.django_db


def test_friends_results_are_counted_before_the_own_attempt_and_told_after_it(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    made = daily()
    finish(made, bob, moves=40)
    finish(made, charlie, ms=2000)
    Follow.objects.begin(alice, bob)
    browser = visit(alice)
    for address_of_page in ("/", "/daily/", address(made)):
        page = text(browser.get(address_of_page))
        assert "One friend has played. Can you do better?" in page
        assert "Friends:" not in page
        assert "Bob" not in page
    Follow.objects.begin(alice, charlie)
    assert "2 friends have played. Can you do better?" in text(browser.get("/daily/"))

    finish(made, alice, moves=3)
    for address_of_page in ("/", "/daily/"):
        page = text(browser.get(address_of_page))
        assert "Friends: Charlie 1:30.00 , Bob 17 of 52 home" in page
    # Who follows no one hears of all players.
    assert "3 players have played." in text(visit(Player.objects.create_user("dan")).get("/"))


def test_the_page_of_the_day_names_who_was_fastest_yesterday(
    client: Client, bob: Player, moment: list[int]
) -> None:
    theirs = daily()
    finish(theirs, bob)
    moment.append(NOW + DAY)
    daily(NOW + DAY)
    page = client.get("/daily/")
    assert re.search(r"Yesterday: Bob \d:\d\d\.\d\d", text(page))
    assert f'href="{address(theirs)}"' in page.content.decode()
