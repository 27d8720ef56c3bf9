"""Races start though no one has them open."""

from __future__ import annotations

import pytest

from games.models import Player, Race, RaceEvent
from games.models.database.instants import to_datetime
from games.models.races.unattended import LATE_MS, start_unattended
from tests.clocks import at
from tests.models.stored_races import NOW, open_race, started_race

pytestmark = pytest.mark.django_db


def told(race: Race) -> list[str]:
    """Return the events of a race, in order."""
    return list(RaceEvent.objects.filter(race=race).order_by("pk").values_list("kind", flat=True))


def test_a_race_that_no_one_has_open_starts(alice: Player, bob: Player) -> None:
    waiting, counting = open_race(alice), open_race(bob, alice)
    start = NOW + 5000
    Race.objects.filter(pk=counting.pk).update(starts_at=to_datetime(start))
    for now in (start - 1, start + LATE_MS - 1):
        start_unattended(at(now))
        assert "started" not in told(counting)
    for _ in range(2):
        start_unattended(at(start + LATE_MS))
    assert told(counting).count("started") == 1
    counting.refresh_from_db()
    assert counting.dealt_at == to_datetime(start + LATE_MS)
    assert "started" not in told(waiting)


def test_one_that_its_room_has_started_is_left_alone(alice: Player, bob: Player) -> None:
    race = started_race(alice, bob)
    Race.objects.deal_out([race.code], at(NOW + 30_000))
    before = told(race)
    start_unattended(at(NOW + 60_000))
    assert told(race) == before
