"""From every page a player finds back to a race that is not over."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player
from games.models.races.transition import change_race
from games.pages.clock import now
from tests.clocks import at
from tests.models.tables import closed_race, open_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

MINUTE = 60_000


def test_who_waits_or_races_finds_back(visit: Visit, alice: Player, bob: Player) -> None:
    race = open_race(alice, bob, now=now())
    for player in (alice, bob):
        page = visit(player).get("/daily/")
        assert "Your race is waiting to start." in text(page)
        assert f'href="{race.get_absolute_url()}"' in page.content.decode()
    change_race(race.code, lambda race, now: race.start(alice.pk, now), at(now()))
    assert "Your race is still running." in text(visit(bob).get("/how-to-play/"))


def test_the_page_of_the_race_is_no_way_back_to_itself(visit: Visit, alice: Player) -> None:
    race = open_race(alice, now=now())
    assert "Back to the race" not in text(visit(alice).get(race.get_absolute_url()))


def test_nobody_is_called_back_to_what_is_over_or_was_never_begun(
    visit: Visit, client: Client, alice: Player, bob: Player
) -> None:
    closed_race(alice)
    open_race(bob, now=now() - 31 * MINUTE)
    for browser in (client, visit(alice), visit(bob)):
        assert "Back to the race" not in text(browser.get("/"))
