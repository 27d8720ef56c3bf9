"""Challenges from one player to another."""

from __future__ import annotations

import pytest

from games.models import Challenge, Player
from games.models.races.challenge import LASTS_MS, MOST
from games.models.races.transition import change_race
from games.racing import RefusedError
from tests.clocks import at
from tests.models.stored_races import NOW, RULES

pytestmark = pytest.mark.django_db


def test_one_player_is_not_called_again_and_again(
    alice: Player, bob: Player, charlie: Player
) -> None:
    for number in range(MOST):
        Challenge.objects.open(alice, bob, RULES, at(NOW)).decline(NOW + number)
    with pytest.raises(RefusedError, match="challenged this player several times"):
        Challenge.objects.open(alice, bob, RULES, at(NOW + LASTS_MS))
    Challenge.objects.open(charlie, bob, RULES, at(NOW))
    Challenge.objects.open(alice, charlie, RULES, at(NOW))
    Challenge.objects.open(alice, bob, RULES, at(NOW + LASTS_MS + 1))


def test_leaving_the_race_of_a_challenge_allows_no_other(alice: Player, bob: Player) -> None:
    for _ in range(MOST):
        challenge = Challenge.objects.open(alice, bob, RULES, at(NOW))
        change_race(challenge.race.code, lambda race, now: race.leave(alice.pk, now), at(NOW))
    assert not Challenge.objects.exists()
    with pytest.raises(RefusedError, match="challenged this player several times"):
        Challenge.objects.open(alice, bob, RULES, at(NOW + LASTS_MS))
    Challenge.objects.open(alice, bob, RULES, at(NOW + LASTS_MS + 1))
