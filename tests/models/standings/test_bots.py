"""Bots have leaderboards and ratings of their own; those of people never move by them."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from games.models import Entry, Player, Rating, RatingChange, Review, Ruling
from games.models.people.bot import make_bot
from games.models.standings.booking import book_closed, book_race, bots_leaderboard_name
from games.models.standings.ruling import Decision
from tests.models.standings.test_booking import ALL, lines, won
from tests.models.standings.test_rating import check, figures, ranked
from tests.models.stored_races import END, closed_race

pytestmark = pytest.mark.django_db

BOTS = bots_leaderboard_name(ALL)


@pytest.fixture
def bot(charlie: Player) -> Player:
    return make_bot(charlie, "Greedy")


@pytest.fixture
def other(db: None) -> Player:
    return make_bot(Player.objects.create_user("dana"), "Hasty")


def test_best_times_of_bots_stand_apart(alice: Player, bot: Player, other: Player) -> None:
    won(alice, 90_000)
    won(bot, 30_000)
    won(bot, 20_000)
    won(other, 25_000)
    assert lines() == [(1, "Alice", 90_000)]
    assert lines(BOTS) == [(1, "Greedy", 20_000), (2, "Hasty", 25_000)]
    call_command("leaderboards", "--check", verbosity=0)


def test_leaderboards_of_bots_are_rebuilt_and_corrected_like_others(
    bot: Player, other: Player, staff: Player
) -> None:
    fast, _ = won(bot, 20_000), won(other, 25_000)
    Ruling.objects.make(fast, Decision.VOID, staff, "no bot of ours", END)
    assert lines(BOTS) == [(1, "Hasty", 25_000)]
    Ruling.objects.make(fast, Decision.RESTORE, staff, "it is", END)
    Entry.objects.filter(player=bot).update(time_ms=30_000)
    call_command("leaderboards", "--repair", verbosity=0)
    assert lines(BOTS) == [(1, "Hasty", 25_000), (2, "Greedy", 30_000)]


def test_a_person_gains_and_loses_nothing_against_a_bot(alice: Player, bot: Player) -> None:
    for places in ("12", "21"):
        book_race(ranked(alice, bot, places=places))
    assert figures() == {}
    check()


def test_people_are_rated_as_if_no_bot_had_been_there(
    alice: Player, bob: Player, bot: Player, other: Player
) -> None:
    book_race(ranked(alice, bob))
    alone = figures()
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    Entry.objects.all().delete()
    book_race(ranked(bot, alice, other, bob))
    both = figures()
    assert {name: both[name] for name in alone} == alone
    # The bots are rated against each other: the one that came first gained.
    assert both["Greedy"] == alone["Alice"]
    assert both["Hasty"] == alone["Bob"]
    check()


def test_only_those_who_race_a_finisher_of_their_kind_are_rated(
    alice: Player, bob: Player, bot: Player, other: Player
) -> None:
    book_race(ranked(bot, alice, other, bob, places="1b3d"))
    assert set(figures()) == {"Greedy", "Hasty"}
    check()


def test_the_strongest_people_and_the_strongest_bots_are_two_lists(
    alice: Player, bob: Player, bot: Player, other: Player
) -> None:
    book_race(ranked(bot, alice, other, bob))
    Rating.objects.update(races=10)
    assert [r.player for r in Rating.objects.best("agnes-sorel")] == [alice, bob]
    assert [r.player for r in Rating.objects.best("agnes-sorel", bots=True)] == [bot, other]


def test_no_one_reviews_a_bot(alice: Player, bot: Player) -> None:
    closed_race(alice, bot).entries.update(state="won", progress=52, time_ms=1_000, moves=90)
    book_closed()
    assert [review.entry.player for review in Review.objects.all()] == [alice]


def test_a_race_alone_or_with_bots_is_none_against_people(
    alice: Player, bob: Player, bot: Player, other: Player
) -> None:
    closed_race(alice, bot, other)
    closed_race(alice)
    with_bob = closed_race(alice, bob, bot)
    mine = Entry.objects.filter(player=alice)
    assert {entry.race for entry in mine.among_people(alice)} == {with_bob}
    assert Entry.objects.filter(player=bot).among_people(bot).count() == 2
