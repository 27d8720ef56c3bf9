"""Abandoned races are closed even though no process has them open."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from games.live.abandoned import AT_ONCE, LEFT_AFTER, Abandoned
from games.models import Entry, Player, Race
from tests.clocks import at
from tests.models.stored_races import END, ZERO, act, started_race, winnable_race
from tests.players import alice as alice
from tests.players import bob as bob

MINUTE = 60_000


def here(race: Race, *players: Player, now: int) -> None:
    """Mark some players as present."""
    Entry.objects.mark_present(
        race.entries.filter(player__in=players).values_list("pk", flat=True), now
    )


def test_a_finished_race_is_closed_once_its_players_have_left(alice: Player, bob: Player) -> None:
    race = started_race(alice, bob)
    act(race, alice, "end", ms=3000)
    act(race, bob, "forfeit", ms=2000)
    here(race, alice, bob, now=ZERO + 3000)
    # While they may still be present, their room closes the race.
    assert Abandoned().close(at(ZERO + 3000 + LEFT_AFTER)) == []
    assert Abandoned().close(at(ZERO + 3001 + LEFT_AFTER)) == [race]
    race.refresh_from_db()
    assert race.load().lasted == 3000


def test_a_race_is_closed_at_the_bell_after_its_winner_has_left(alice: Player, bob: Player) -> None:
    race, moves = winnable_race(alice, bob)
    act(race, alice, *moves)
    act(race, bob, *moves[:3])
    won = ZERO + 1000 * len(moves)
    here(race, alice, bob, now=won)
    abandoned = Abandoned()
    assert abandoned.close(at(won + MINUTE - 1)) == []
    assert abandoned.close(at(won + MINUTE)) == [race]
    assert abandoned.close(at(won + MINUTE)) == []


def test_a_race_with_a_player_still_there_is_left_alone(alice: Player, bob: Player) -> None:
    race = started_race(alice, bob)
    act(race, alice, "end", ms=1000)
    act(race, bob, "end", ms=1000)
    here(race, alice, now=ZERO)
    here(race, bob, now=ZERO + MINUTE)
    assert Abandoned().close(at(ZERO + MINUTE)) == []


def test_a_race_without_visitors_is_closed_at_its_time_limit(alice: Player) -> None:
    race = started_race(alice)
    abandoned = Abandoned()
    assert abandoned.close(at(END - 1)) == []
    assert abandoned.close(at(END)) == [race]


def test_an_abandoned_race_is_replayed_once_until_a_player_returns(
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


def test_after_an_outage_abandoned_races_are_replayed_a_few_at_a_time(
    alice: Player, settings: Settings
) -> None:
    settings.SEATS_PER_PLAYER = 0
    races = [started_race(alice) for _ in range(AT_ONCE + 1)]
    for race in races:
        act(race, alice, "end", ms=1000)
    abandoned = Abandoned()
    assert abandoned.close(at(ZERO + MINUTE)) == races[:AT_ONCE]
    assert abandoned.close(at(ZERO + MINUTE)) == races[AT_ONCE:]


def test_a_race_that_fails_to_replay_is_logged_once_and_blocks_no_other(
    alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    broken, race = started_race(alice), started_race(bob)
    act(broken, alice, "nonsense", ms=1000)
    act(race, bob, "end", ms=1000)
    abandoned = Abandoned()
    assert abandoned.close(at(ZERO + MINUTE)) == [race]
    assert abandoned.close(at(ZERO + MINUTE)) == []
    assert caplog.messages == [f"Race {broken.code} cannot be replayed"]
