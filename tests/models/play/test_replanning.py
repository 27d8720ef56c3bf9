"""Notices of a planned race whose host has changed its start."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from games import racing
from games.models import Notice, Player, Race
from games.models.database.instants import to_datetime
from games.models.play.telling import SETTLED_MS
from games.models.races.new_race import STANDARD
from games.models.races.terms import NewTerms, change_terms
from games.models.races.transition import change_race
from games.pages.people.notices.said import said
from tests.clocks import at
from tests.models.dailies import HOUR, MINUTE
from tests.models.play.test_telling import planned_race, told, unseen
from tests.models.stored_races import NOW, RULES

pytestmark = pytest.mark.django_db


def replan(race: Race, host: Player, start: int | None, now: int) -> None:
    options = replace(STANDARD, planned_at=None if start is None else to_datetime(start))
    change_terms(race.code, NewTerms(host, RULES, options), at(now))


def listed(player: Player, now: int) -> list[tuple[str, datetime | None]]:
    found = Notice.objects.listed(player, to_datetime(now)).with_cause()
    return [(said(notice), notice.until) for notice in found]


def test_who_is_not_in_the_room_is_told_of_another_start_once_it_stands(
    alice: Player, bob: Player, charlie: Player, guest: Player
) -> None:
    first = NOW // MINUTE * MINUTE + 5 * HOUR
    race = planned_race(alice, bob, charlie, guest, start=first)
    change_race(race.code, lambda stored, now: stored.leave(guest.pk, now), at(NOW))
    for hours in (1, 2, 3):
        replan(race, alice, first + hours * HOUR, NOW + hours)
    race.entries.filter(player=charlie).update(seen_at=to_datetime(NOW + 4))
    assert told(NOW + SETTLED_MS + 2) == []
    # A page sent again changes nothing.
    replan(race, alice, first + 3 * HOUR, NOW + 5)
    assert told(NOW + SETTLED_MS + 3) == [("Bob", "begins", "Alice")]
    words = "Alice has changed the start time of your race: Agnes Sorel."
    later = NOW + MINUTE
    assert listed(bob, later) == [(words, to_datetime(first + 3 * HOUR))]
    assert unseen(bob, later) == ["begins"]

    replan(race, alice, None, later)
    assert listed(bob, later) == []
    assert told(later + SETTLED_MS)[0] == ("Bob", "begins", "Alice")
    assert Notice.objects.filter(player=bob).count() == 1
    words = "Alice has taken away the start time of your race: Agnes Sorel."
    assert listed(bob, later + MINUTE) == [(words, None)]

    replan(race, alice, first, later + MINUTE)
    told(later + 2 * MINUTE)
    assert [until for _, until in listed(bob, later)] == [to_datetime(first)]
    told(first - racing.NEAR)
    words = "Your race has begun: Agnes Sorel."
    assert listed(bob, first - racing.NEAR) == [(words, to_datetime(first))]
    assert unseen(bob, first - racing.NEAR) == ["begins"]


def test_a_race_has_one_notice_that_it_begins_however_often_its_start_is_changed(
    alice: Player, bob: Player
) -> None:
    first = NOW // MINUTE * MINUTE + 5 * MINUTE
    second = first + MINUTE
    race = planned_race(alice, bob, start=first)
    told(NOW)
    for start in (second, None, second):
        replan(race, alice, start, NOW)
        told(NOW)
    for column, now in (("starts_at", NOW), ("dealt_at", second), ("closed_at", second + MINUTE)):
        Race.objects.filter(pk=race.pk).update(**{column: to_datetime(now)})
        assert [until for _, until in listed(alice, now)] == [to_datetime(second)]
        assert unseen(alice, now) == ["begins"]


def test_another_start_that_is_near_is_told_as_such_alone(alice: Player, bob: Player) -> None:
    race = planned_race(alice, bob, start=NOW // MINUTE * MINUTE + 5 * HOUR)
    replan(race, alice, NOW // MINUTE * MINUTE + 10 * MINUTE, NOW)
    assert sorted(told(NOW + SETTLED_MS)) == [("Alice", "begins", ""), ("Bob", "begins", "")]
