"""What a match is played to: chosen in the room of its first race, or of the first rematch."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Match, Player, Race
from games.models.races.new_race import new_race
from games.racing import WIN, Goal
from tests.clocks import at
from tests.models.stored_races import NOW, RULES, join
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.races.test_match import ASKED, match_of, played

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("sent", "goal"),
    [
        ({}, None),
        ({"match": "series"}, Goal()),
        ({"match": "5"}, Goal(5)),
        ({"match": "2", "two_ahead": "on"}, Goal(2, two_ahead=True)),
        ({"match": "", "two_ahead": "on"}, None),
    ],
)
def test_the_host_makes_a_race_a_match(
    visit: Visit, alice: Player, sent: dict[str, str], goal: Goal | None
) -> None:
    race = new_race(alice, RULES, at(NOW), goal=Goal(7))
    visit(alice).post(f"/race/{race.code}/terms/", ASKED | sent)
    found = Match.objects.filter(races__race=race).first()
    assert (None if found is None else found.goal) == goal


def test_the_first_rematch_can_be_given_a_goal(visit: Visit, alice: Player, bob: Player) -> None:
    single = new_race(alice, RULES, at(NOW))
    join(single, bob)
    race = played(0, Race.objects.find(single.code), bob, alice)
    page = text(visit(alice).post(f"/race/{race.code}/next/", follow=True))
    assert "One race" not in page
    assert "First to 2" in page
    again = Race.objects.get(rematch_of=race)
    visit(alice).post(f"/race/{again.code}/terms/", ASKED | {"match": "2"})
    match = Match.objects.get()
    assert (match.goal, match.score().wins[bob.pk]) == (Goal(2), WIN)
    # The host may think better of it, but the first race stays counted.
    visit(alice).post(f"/race/{again.code}/terms/", ASKED | {"match": "series"})
    assert (Match.objects.get().goal, match.races.count()) == (Goal(), 2)


def test_the_page_says_that_a_tie_without_a_move_scores_nothing(alice: Player, bob: Player) -> None:
    match, race = match_of(Goal(2), (alice, bob))
    race.entries.update(state="ended", moves=0, place=1)
    page = text(Client().get(f"/match/{match.code}/"))
    assert " · no score" in page
    assert "the places count" not in page
