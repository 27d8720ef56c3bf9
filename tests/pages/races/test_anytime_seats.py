"""The page of an any-time race lets its host close the free seats."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player
from games.pages.site.clock import now
from tests.models.anytime_races import anytime
from tests.models.dailies import HOUR, begin, finish
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

BUTTON = "Close free seats"


def test_a_host_closes_the_free_seats_and_sees_the_result(
    visit: Visit, client: Client, alice: Player, bob: Player
) -> None:
    moment = now() - 2 * HOUR
    race = anytime(alice, seats=10, window=24 * HOUR, now=moment)
    address = race.get_absolute_url()
    finish(race.trial, bob, now=moment)
    assert BUTTON not in text(visit(alice).get(address))
    finish(race.trial, alice, 3, now=moment)
    assert BUTTON in text(visit(alice).get(address))
    for other in (client, visit(bob)):
        assert BUTTON not in text(other.get(address))
        other.post(f"{address}close-seats/")
        assert "2 of 10" in text(visit(alice).get(address))
    assert visit(alice).get(f"{address}close-seats/").status_code == 405
    page = text(visit(alice).post(f"{address}close-seats/", follow=True))
    assert "Bob wins" in page
    assert "2 of 2" in page
    assert BUTTON not in page
    # A second press is late.
    assert "Bob wins" in text(visit(alice).post(f"{address}close-seats/", follow=True))


def test_who_comes_after_the_seats_were_closed_reads_so(
    visit: Visit, client: Client, alice: Player, bob: Player
) -> None:
    race = anytime(alice, seats=10, now=now())
    for player in (alice, bob):
        begin(race.trial, player, now())
    visit(alice).post(f"{race.get_absolute_url()}close-seats/")
    assert "All seats are taken." in text(client.get(race.get_absolute_url()))
