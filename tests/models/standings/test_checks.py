"""The checks of derived data, which only read."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from games.models import EarlierRating, Leaderboard, Player, Race, Rating
from games.models.database.snapshot import snapshot
from games.models.races.closing import close_race
from games.models.races.identity import rename
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.models.standings.booking import book_race, wrong_leaderboards
from games.models.standings.rating import wrong_ratings
from games.pages.races.rating import rating_text
from games.racing import Kind
from tests.clocks import at
from tests.models.dailies import GAME, prove
from tests.models.stored_races import END, NOW, RULES, join
from tests.players import alice as alice
from tests.players import bob as bob


def race_won(*players: Player) -> Race:
    """Store a ranked race that all players finished, not booked."""
    prove(Race.objects.count() + 1)
    race = new_race(players[0], RULES, at(NOW), RaceOptions(kind=Kind.RANKED))
    for player in players[1:]:
        join(race, player)
    race = change_race(race.code, lambda r, now: r.start(players[0].pk, now), at(NOW))[0]
    close_race(race, at(END))
    for place, player in enumerate(players, 1):
        time = 60_000 * place - 100 * race.pk
        won: dict[str, Any] = {"state": "won", "progress": 52, "time_ms": time, "place": place}
        race.entries.filter(player=player).update(**won)
    return Race.objects.select_related("deal").get(pk=race.pk)


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables; on PostgreSQL with the transaction that wrote each."""
    rows = {}
    with connection.cursor() as cursor:
        for table in sorted(model._meta.db_table for model in apps.get_models()):
            written = "xmin::text, " if connection.vendor == "postgresql" else ""
            cursor.execute(f"SELECT {written}* FROM {table} ORDER BY 1, 2")  # noqa: S608
            rows[table] = cursor.fetchall()
    return rows


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("command", ["leaderboards", "ratings"])
def test_a_check_writes_nothing(alice: Player, bob: Player, command: str) -> None:
    book_race(race_won(alice, bob))
    Leaderboard.objects.all().delete()
    Rating.objects.all().delete()
    race_won(alice, bob)
    before = everything()
    with pytest.raises(CommandError, match="wrong"):
        call_command(command, "--check", verbosity=0)
    assert everything() == before
    call_command(command, "--repair", verbosity=0)
    assert everything() != before
    call_command(command, "--check", verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_the_database_refuses_to_write_while_a_snapshot_is_read(alice: Player) -> None:
    with pytest.raises(DatabaseError), snapshot():
        rename(alice, "Alison")
    with transaction.atomic(), pytest.raises(DatabaseError), snapshot():
        rename(alice, "Alison")
    rename(alice, "Alicia")
    assert Player.objects.get().name == "Alicia"


@pytest.mark.django_db
def test_a_race_that_is_only_partly_booked_is_not_wrong(alice: Player, bob: Player) -> None:
    slow, fast = race_won(alice, bob), race_won(alice, bob)
    book_race(slow)
    assert [*wrong_leaderboards(), *wrong_ratings(GAME)] == []
    book_race(fast)
    Race.objects.filter(pk=fast.pk).update(booked=False)
    assert [*wrong_leaderboards(), *wrong_ratings(GAME)] == []


@pytest.mark.django_db
def test_a_row_without_a_matching_entry_is_wrong(alice: Player, bob: Player) -> None:
    book_race(race_won(alice, bob))
    race_won(alice, bob)
    leaderboard = Leaderboard.objects.get(name=f"all/{RULES}")
    line = leaderboard.rows.get(player=bob)
    leaderboard.rows.filter(pk=line.pk).update(rank_key=line.rank_key - 1)
    assert list(wrong_leaderboards()) == [leaderboard.name]


@pytest.mark.django_db
def test_a_rating_goes_on_from_the_one_that_an_account_brought_along(
    alice: Player, bob: Player
) -> None:
    EarlierRating.objects.create(player=alice, game=GAME, mu=30, sigma=4, races=17)
    race = race_won(alice, bob)
    book_race(race)
    rating = Rating.objects.get(player=alice)
    assert rating.races == 18
    assert 30 < rating.mu < 32
    assert rating.sigma < 4
    assert Rating.objects.get(player=bob).races == 1
    assert list(wrong_ratings(GAME)) == []
    call_command("ratings", "--repair", verbosity=0)
    assert Rating.objects.get(player=alice).mu == pytest.approx(rating.mu)
    said = rating_text(Race.objects.get(pk=race.pk), alice)
    assert said.startswith("Rating 1720 → ")
