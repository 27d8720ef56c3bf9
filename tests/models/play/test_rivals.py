"""The score of players against each other in any-time races."""

from __future__ import annotations

import pytest

from games.models import Challenge, Player
from games.models.play.rivals import Score, rivalries, scores
from games.models.races.challenge import have_raced
from games.racing import RefusedError
from tests.clocks import at
from tests.models.anytime_races import RULES, anytime
from tests.models.dailies import HOUR, daily, finish
from tests.models.stored_races import NOW

pytestmark = pytest.mark.django_db

OVER = NOW + 3 * HOUR


def test_an_any_time_race_counts_once_it_is_over(alice: Player, bob: Player) -> None:
    race = anytime(alice)
    mine = finish(race.trial, alice, 3).race
    finish(race.trial, bob)
    before = NOW + HOUR
    assert scores(alice, [bob], before) == {bob.pk: Score()}
    assert rivalries(alice, 9, before) == []
    (found,) = rivalries(alice, 9, OVER)
    assert (found.rival, found.latest, found.score) == (bob, mine, Score(behind=1))
    assert scores(bob, [alice], OVER) == {alice.pk: Score(ahead=1)}


def test_who_made_no_move_wins_nothing(alice: Player, bob: Player, charlie: Player) -> None:
    race = anytime(alice, seats=4)
    finish(race.trial, alice)
    finish(race.trial, bob, 0)
    finish(race.trial, charlie, 0)
    places = [(place, run.player) for place, run in race.trial.results()]
    assert places == [(1, alice), (None, bob), (None, charlie)]
    assert scores(bob, [charlie], OVER) == {charlie.pk: Score()}
    assert scores(alice, [bob], OVER) == {bob.pk: Score(ahead=1)}
    assert [one.rival for one in rivalries(charlie, 9, OVER)] == [alice]


def test_equals_are_level_and_a_daily_counts_nothing(
    alice: Player, bob: Player, charlie: Player
) -> None:
    race = anytime(alice)
    for player in (alice, bob):
        finish(race.trial, player)
    today = daily()
    for player in (alice, charlie):
        finish(today, player)
    assert scores(alice, [bob, charlie], OVER) == {bob.pk: Score(level=1), charlie.pk: Score()}


def test_those_who_raced_at_other_times_may_challenge_each_other(
    alice: Player, guest: Player, bob: Player
) -> None:
    with pytest.raises(RefusedError, match="no-rival"):
        Challenge.objects.open(alice, guest, RULES, at(NOW))
    race = anytime(alice)
    for player in (alice, guest):
        finish(race.trial, player, 3)
    assert Challenge.objects.open(alice, guest, RULES, at(NOW)).challenged == guest
    assert not have_raced(bob, guest)
