"""Races that start at a set time: stored, limited, started by whichever process is there."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from pytest_django import Settings

from games.models import Challenge, Entry, Opening, Player, Proof, Race
from games.models.database.instants import to_datetime
from games.models.races.crowding import TooManyError
from games.models.races.new_race import STANDARD, new_race
from games.models.races.opening import KEPT
from games.models.races.terms import NewTerms, change_terms
from games.models.races.transition import change_race, leave_waiting
from games.models.races.unattended import LATE_MS, start_unattended
from games.models.races.unstarted import LEFT_AFTER_MS, give_up_left
from games.racing import NEAR, Kind, RaceState, RefusedError
from tests.clocks import at
from tests.models.dailies import prove
from tests.models.stored_races import NOW, RULES, join, open_race

pytestmark = pytest.mark.django_db

SOON = NOW - NOW % 60_000 + 3_600_000
PLANNED = replace(STANDARD, planned_at=to_datetime(SOON))


def plan(host: Player, *friends: Player, kind: Kind = Kind.CASUAL) -> Race:
    race = new_race(host, RULES, at(NOW), replace(PLANNED, kind=kind))
    for friend in friends:
        join(race, friend)
    return Race.objects.find(race.code)


def test_it_starts_at_its_time_though_no_one_has_it_open(alice: Player, bob: Player) -> None:
    race = plan(alice, bob)
    seats = race.entries.filter(player=bob).values_list("pk", flat=True)
    Entry.objects.mark_present(seats, SOON - 60_000)
    assert race.load().state(NOW) is RaceState.OPEN
    start_unattended(at(SOON + LATE_MS - 1))
    race.refresh_from_db()
    assert race.dealt_at is None
    for _ in range(2):
        start_unattended(at(SOON + LATE_MS))
    race.refresh_from_db()
    assert race.starts_at == to_datetime(SOON)
    assert race.load().state(SOON + LATE_MS) is RaceState.RUNNING


@pytest.mark.parametrize("seen", [None, SOON - NEAR - 1])
def test_if_nobody_comes_its_deal_goes_back_to_the_stock(
    alice: Player, bob: Player, seen: int | None
) -> None:
    prove(1)
    race = plan(alice, bob, kind=Kind.RANKED)
    assert not Proof.objects.stock(RULES).exists()
    if seen is not None:
        Entry.objects.mark_present(race.entries.values_list("pk", flat=True), seen)
    start_unattended(at(SOON + LATE_MS - 1))
    assert Race.objects.filter(pk=race.pk).exists()
    start_unattended(at(SOON + LATE_MS))
    assert not Race.objects.filter(pk=race.pk).exists()
    assert Proof.objects.stock(RULES).get().deal == race.deal
    with pytest.raises(RefusedError, match="never-started"):
        change_race(race.code, alice.take_seat, at(SOON + LATE_MS))


def test_who_is_ready_has_come(alice: Player, bob: Player) -> None:
    race = plan(alice, bob)
    change_race(race.code, lambda r, now: r.set_ready(bob.pk, True, now), at(NOW))
    start_unattended(at(SOON + LATE_MS))
    assert Race.objects.get(pk=race.pk).dealt_at is not None


def test_it_waits_though_everyone_is_away(alice: Player) -> None:
    race = plan(alice)
    give_up_left(at(NOW + 2 * LEFT_AFTER_MS))
    assert Race.objects.filter(pk=race.pk).exists()


def test_a_time_that_has_passed_opens_nothing(alice: Player) -> None:
    with pytest.raises(RefusedError, match="bad-start"):
        new_race(alice, RULES, at(SOON), PLANNED)
    assert not Race.objects.exists()
    assert not Opening.objects.exists()


def test_the_host_plans_moves_and_gives_up_the_start(alice: Player, bob: Player) -> None:
    race = open_race(alice, bob)
    for wanted in (SOON, SOON + 60_000, None):
        planned_at = None if wanted is None else to_datetime(wanted)
        terms = NewTerms(alice, RULES, replace(STANDARD, planned_at=planned_at))
        changed = change_terms(race.code, terms, at(NOW))
        assert (changed.planned_at, changed.starts_at) == (planned_at, planned_at)
        assert changed.deal == race.deal


def test_who_plans_too_many_is_refused(alice: Player, bob: Player, settings: Settings) -> None:
    settings.PLANNED_RACES = 2
    first, _second = plan(alice), plan(alice)
    with pytest.raises(TooManyError, match="too-many-rooms"):
        plan(alice)
    plan(bob)
    # One that is planned already may be moved.
    later = replace(STANDARD, planned_at=to_datetime(SOON + 60_000))
    change_terms(first.code, NewTerms(alice, RULES, later), at(NOW))
    waiting = open_race(alice)
    with pytest.raises(TooManyError, match="too-many-rooms"):
        change_terms(waiting.code, NewTerms(alice, RULES, PLANNED), at(NOW))
    waiting.refresh_from_db()
    assert waiting.planned_at is None
    change_race(first.code, lambda race, now: race.leave(alice.pk, now), at(NOW))
    plan(alice)


def test_its_opening_is_kept_as_long_as_it_waits(alice: Player) -> None:
    race, other = plan(alice), open_race(alice)
    after = to_datetime(NOW) + KEPT + timedelta(seconds=1)
    Race.objects.filter(pk=race.pk).update(planned_at=after + timedelta(days=1))
    Opening.objects.prune(after)
    assert list(Opening.objects.values_list("race", flat=True)) == [race.pk]
    assert other.pk != race.pk


def test_a_host_who_goes_leaves_it_to_the_others_and_the_last_one_calls_it_off(
    alice: Player, bob: Player
) -> None:
    race = plan(alice, bob)
    leave_waiting(alice, at(NOW))
    kept = Race.objects.find(race.code)
    assert (kept.host, kept.starts_at) == (bob, to_datetime(SOON))
    leave_waiting(bob, at(NOW))
    assert not Race.objects.filter(pk=race.pk).exists()


def test_a_challenge_to_it_stays_until_it_starts(alice: Player, bob: Player) -> None:
    race = plan(alice)
    Challenge.objects.create(
        race=race, challenger=alice, challenged=bob, created_at=to_datetime(NOW)
    )
    assert Challenge.objects.pending(bob, NOW + 1000).exists()
    Race.objects.filter(pk=race.pk).update(
        planned_at=to_datetime(NOW + 500), starts_at=to_datetime(NOW + 500)
    )
    assert not Challenge.objects.pending(bob, NOW + 1000).exists()
