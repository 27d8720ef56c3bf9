"""Entries: presence, history, leaderboards."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from pytest_django import DjangoAssertNumQueries

from games import racing
from games.models import Entry, Player, Race
from games.models.database.instants import to_datetime
from games.models.races.closing import close_race
from games.models.visibility import revealed
from tests.clocks import at
from tests.models.stored_races import END, NOW, act, closed_race, open_race, started_race


def test_the_presence_of_many_players_costs_one_write(
    alice: Player, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    race = open_race(alice, bob)
    ids = [entry.pk for entry in race.entries.all()]
    with django_assert_num_queries(1):
        assert Entry.objects.mark_present(ids, NOW + 1) == 2
    assert set(Entry.objects.values_list("seen_at", flat=True)) == {to_datetime(NOW + 1)}


def test_a_player_has_one_seat_in_a_race(alice: Player) -> None:
    race = open_race(alice)
    with pytest.raises(IntegrityError):
        Entry.objects.create(race=race, player=alice, seat=1)


def test_a_seat_has_one_player(alice: Player, bob: Player) -> None:
    race = open_race(alice)
    with pytest.raises(IntegrityError):
        Entry.objects.create(race=race, player=bob, seat=0)


@pytest.mark.parametrize(
    "fields", [{"seat": 10}, {"progress": 53}, {"state": "won"}, {"time_ms": 1}]
)
def test_the_database_refuses_impossible_entries(alice: Player, fields: dict[str, object]) -> None:
    open_race(alice)
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.update(**fields)


def test_an_entry_is_rebuilt_from_its_actions(alice: Player) -> None:
    race = started_race(alice, rules="agnes-sorel")
    board, run = act(race, alice, "deal", "deal").replay()
    assert [str(move) for move in board.moves] == ["deal", "deal"]
    assert run.moves == 2


def test_the_history_has_finished_races_newest_first(alice: Player, bob: Player) -> None:
    first, second = closed_race(alice, bob), started_race(alice)
    close_race(second, at(END + 1))
    open_race(alice)
    assert [entry.race for entry in Entry.objects.history(alice.pk)] == [second, first]


def test_the_history_of_a_player_is_not_that_of_another(alice: Player, bob: Player) -> None:
    closed_race(alice)
    assert not Entry.objects.history(bob.pk).exists()


def test_a_history_costs_one_query(
    alice: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        closed_race(alice)
    with django_assert_num_queries(1):
        assert len({entry.race.code for entry in Entry.objects.history(alice.pk)}) == 3


@pytest.mark.parametrize("kind", racing.Kind)
def test_the_database_reveals_a_run_when_the_race_does(
    alice: Player, bob: Player, kind: racing.Kind
) -> None:
    race = started_race(alice, bob)
    limit_s = None if kind is racing.Kind.SOLO else race.limit_s
    Race.objects.filter(pk=race.pk).update(kind=kind, limit_s=limit_s)
    seen = []

    def look() -> None:
        known = Race.objects.get(pk=race.pk)
        answers = {
            racing.is_revealed(known),
            Entry.objects.filter(revealed(), race=known).exists(),
        }
        if not kind.is_attempt:
            answers.add(racing.is_revealed(known.load()))
        [told] = answers
        seen.append(told)

    look()
    for player in (alice, bob):
        act(race, player, "end")
        look()
    Race.objects.filter(pk=race.pk).update(closed_at=to_datetime(END))
    look()
    assert seen == [False, False, False, True]
