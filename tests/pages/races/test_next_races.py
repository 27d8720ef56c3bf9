"""The start page says what awaits a player."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from games.models import Player, Race
from games.pages.site.clock import now
from tests.models.anytime_races import anytime
from tests.models.dailies import begin, finish
from tests.models.stored_races import join, open_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

HOUR = 60 * 60_000


def test_a_planned_race_is_listed_until_every_page_leads_to_it(
    visit: Visit, client: Client, alice: Player, bob: Player
) -> None:
    race = open_race(alice, now=now())
    for ahead, is_listed in ((timedelta(days=1), True), (timedelta(minutes=5), False)):
        start = datetime.now(UTC) + ahead
        Race.objects.filter(pk=race.pk).update(planned_at=start, starts_at=start)
        shown = text(visit(alice).get("/"))
        assert ("Your next races Agnes Sorel starts on" in shown) is is_listed
        assert ("Your race starts at" in shown) is not is_listed
    join(race, bob)
    for stranger in (client, visit(Player.objects.create_guest())):
        assert "Your next races" not in text(stranger.get("/"))


def test_where_more_races_are_planned_than_listed_a_link_leads_to_all(
    visit: Visit, alice: Player
) -> None:
    for number in range(4):
        assert "All planned races" not in text(visit(alice).get("/"))
        start = datetime.now(UTC) + timedelta(days=number + 1)
        race = open_race(alice, now=now())
        Race.objects.filter(pk=race.pk).update(planned_at=start, starts_at=start)
    page = visit(alice).get("/")
    assert text(page).count("starts on") == 3
    assert "All planned races" in text(page)
    assert text(visit(alice).get("/history/")).count("Agnes Sorel") == 4


def test_an_any_time_race_is_listed_until_its_player_has_ended(
    visit: Visit, alice: Player, bob: Player
) -> None:
    found = anytime(alice, now=now())
    address = found.get_absolute_url()
    page = visit(alice).get("/")
    assert re.search(r"Your turn: Agnes Sorel 1 h \d+ min left", text(page))
    assert page.content.decode().count(f'href="{address}"') == 1
    later = anytime(alice, now=now())
    page = visit(alice).get("/")
    assert page.content.decode().count(f'href="{later.get_absolute_url()}"') == 1
    assert "Your next races Agnes Sorel any-time race · open until" in text(page)
    assert page.content.decode().count(f'href="{address}"') == 1
    assert "Your turn" not in text(visit(bob).get("/"))
    for race in (found, later):
        finish(race.trial, alice, moves=0, now=now())
    shown = text(visit(alice).get("/"))
    assert "Your turn" not in shown
    assert "Your next races" not in shown


def test_an_any_time_race_whose_clock_runs_is_left_to_the_line_of_every_page(
    visit: Visit, alice: Player
) -> None:
    begin(anytime(alice, now=now()).trial, alice, now())
    shown = text(visit(alice).get("/"))
    assert "Your race is still on." in shown
    assert "Your next races" not in shown
    assert "Your turn" not in shown


def test_no_race_whose_window_has_closed_is_listed(visit: Visit, alice: Player) -> None:
    anytime(alice, now=now() - 3 * HOUR)
    shown = text(visit(alice).get("/"))
    assert "Your next races" not in shown
    assert "Your turn" not in shown
