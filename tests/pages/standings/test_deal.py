"""The results on a deal that is no longer secret."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player, Race
from games.models.play.practice import begin_practice
from games.models.races.closing import close_race
from games.models.standings.booking import book_closed, book_race
from tests.clocks import at
from tests.models.dailies import daily, finish
from tests.models.stored_races import END, NOW, RULES, act, started_race, winnable_race
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.played import race as race

pytestmark = pytest.mark.django_db


def address(race: Race) -> str:
    return f"/race/{race.code}/deal/"


def test_races_and_practices_on_a_deal_have_a_leaderboard_each(
    client: Client, race: Race, alice: Player, charlie: Player
) -> None:
    book_race(race)
    practice = begin_practice(charlie, RULES, race.deal, at(END))
    act(practice, charlie, *(a.text for a in race.entries.get(player=alice).actions.all()))
    close_race(Race.objects.get(pk=practice.pk), at(END + 1_000_000))
    book_closed()
    page = client.get(address(race))
    raced, practised = text(page).split("Practice Play this deal")
    assert "1 Alice" in raced
    assert "2 Bob" in raced
    assert "Charlie" not in raced
    assert "1 Charlie" in practised
    assert f"/entry/{race.entries.get(player=alice).pk}/replay" in page.content.decode()


def test_a_secret_deal_has_only_its_one_race_to_show(client: Client, alice: Player) -> None:
    race = started_race(alice)
    close_race(race, at(END))
    book_race(race)
    page = text(client.get(address(race)))
    assert "Only one race was played on this deal" in page
    assert "Alice" not in page


def test_while_a_race_runs_on_the_deal_the_page_redirects_to_the_race(
    visit: Visit, alice: Player
) -> None:
    race, _moves = winnable_race(alice)
    answer = visit(alice).get(address(race))
    assert answer.headers["Location"] == f"/race/{race.code}/"


def test_a_daily_has_its_own_page(visit: Visit, alice: Player) -> None:
    made = daily()
    attempt = finish(made, alice, now=NOW)
    answer = visit(alice).get(address(attempt.race))
    assert answer.headers["Location"] == f"/daily/{made.day}/{made.game}/"


def test_an_unknown_race_has_none(client: Client) -> None:
    assert client.get("/race/ZZZZZZ/deal/").status_code == 404
