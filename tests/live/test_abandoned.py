"""Races that all have left are closed without anybody who waits for it."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from games.live.abandoned import AT_ONCE, LEFT_AFTER, Abandoned
from games.models import Entry, Player, Race
from tests.clocks import at
from tests.models.tables import END, ZERO, act, started_race, winnable_race
from tests.players import alice as alice
from tests.players import bob as bob

MINUTE = 60_000


def here(race: Race, *players: Player, now: int) -> None:
    """Some players are at their table."""
    Entry.objects.saw(race.entries.filter(player__in=players).values_list("pk", flat=True), now)


def test_a_race_that_all_have_finished_is_closed_when_they_are_gone(
    alice: Player, bob: Player
) -> None:
    race = started_race(alice, bob)
    act(race, alice, "end", ms=3000)
    act(race, bob, "forfeit", ms=2000)
    here(race, alice, bob, now=ZERO + 3000)
    # As long as they may be there, their room closes the race.
    assert Abandoned().close(at(ZERO + 3000 + LEFT_AFTER)) == []
    assert Abandoned().close(at(ZERO + 3001 + LEFT_AFTER)) == [race]
    race.refresh_from_db()
    assert race.load().lasted == 3000


def test_a_race_whose_winner_has_gone_is_closed_at_the_bell(alice: Player, bob: Player) -> None:
    race, moves = winnable_race(alice, bob)
    act(race, alice, *moves)
    act(race, bob, *moves[:3])
    won = ZERO + 1000 * len(moves)
    here(race, alice, bob, now=won)
    abandoned = Abandoned()
    assert abandoned.close(at(won + MINUTE - 1)) == []
    assert abandoned.close(at(won + MINUTE)) == [race]
    assert abandoned.close(at(won + MINUTE)) == []


def test_a_race_in_which_somebody_is_left_is_not_touched(alice: Player, bob: Player) -> None:
    race = started_race(alice, bob)
    act(race, alice, "end", ms=1000)
    act(race, bob, "end", ms=1000)
    here(race, alice, now=ZERO)
    here(race, bob, now=ZERO + MINUTE)
    assert Abandoned().close(at(ZERO + MINUTE)) == []


def test_a_race_that_nobody_has_come_to_is_closed_at_its_limit(alice: Player) -> None:
    race = started_race(alice)
    abandoned = Abandoned()
    assert abandoned.close(at(END - 1)) == []
    assert abandoned.close(at(END)) == [race]


def test_an_abandoned_race_is_replayed_once_until_somebody_comes_back(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    race = started_race(alice, bob)
    here(race, alice, bob, now=ZERO)
    abandoned = Abandoned()
    abandoned.close(at(ZERO + MINUTE))
    with django_assert_num_queries(1):
        abandoned.close(at(ZERO + MINUTE + 1))
    for player in (alice, bob):
        act(race, player, "end", ms=MINUTE)
    here(race, bob, now=ZERO + MINUTE)
    assert abandoned.close(at(ZERO + 2 * MINUTE)) == [race]


def test_after_a_break_abandoned_races_are_replayed_a_few_at_a_time(
    alice: Player, settings: Settings
) -> None:
    settings.SEATS_PER_PLAYER = 0
    races = [started_race(alice) for _ in range(AT_ONCE + 1)]
    for race in races:
        act(race, alice, "end", ms=1000)
    abandoned = Abandoned()
    assert abandoned.close(at(ZERO + MINUTE)) == races[:AT_ONCE]
    assert abandoned.close(at(ZERO + MINUTE)) == races[AT_ONCE:]


def test_a_race_that_cannot_be_replayed_is_logged_once_and_keeps_no_other_open(
    alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    broken, race = started_race(alice), started_race(bob)
    act(broken, alice, "nonsense", ms=1000)
    act(race, bob, "end", ms=1000)
    abandoned = Abandoned()
    assert abandoned.close(at(ZERO + MINUTE)) == [race]
    assert abandoned.close(at(ZERO + MINUTE)) == []
    assert caplog.messages == [f"Race {broken.code} cannot be replayed"]
