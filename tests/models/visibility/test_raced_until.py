"""By when the races that hide a deal are over."""

from __future__ import annotations

import pytest

from games.models import Player, Race
from games.models.database.instants import to_datetime
from games.models.races.closing import close_race
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.models.visibility import raced_until
from tests.clocks import at
from tests.models.stored_races import END, NOW, RULES, ZERO, closed_race

pytestmark = pytest.mark.django_db


def start(race: Race, host: Player) -> None:
    change_race(race.code, lambda value, now: value.start(host.pk, now), at(NOW))


def test_it_is_the_limit_of_the_last_race_under_way(alice: Player, bob: Player) -> None:
    deal = closed_race(alice).deal
    assert raced_until(deal, NOW) is None
    races = [
        new_race(host, RULES, at(NOW), RaceOptions(limit_s=limit), deal=deal)
        for host, limit in ((alice, 120), (bob, 600))
    ]
    assert raced_until(deal, NOW) is None
    for race, host in zip(races, (alice, bob), strict=True):
        start(race, host)
    assert raced_until(deal, ZERO) == to_datetime(END)
    races[1].refresh_from_db()
    close_race(races[1], at(END))
    assert raced_until(deal, ZERO) == to_datetime(ZERO + 120_000)


def test_a_race_that_has_yet_to_start_has_no_end(alice: Player, bob: Player) -> None:
    deal = closed_race(alice).deal
    race = new_race(alice, RULES, at(NOW), deal=deal)
    start(race, alice)
    new_race(bob, RULES, at(NOW), deal=deal)
    assert raced_until(deal, ZERO) is None
