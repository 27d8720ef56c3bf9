"""Ratings: one change per ranked race, in the order they ended, and recomputable."""

from __future__ import annotations

import random

import pytest
from django.core.management import CommandError, call_command

from games.models import Deal, Entry, Player, Race, Rating, RatingChange, Ruling
from games.models.database.instants import to_datetime
from games.models.races.closing import close_race
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.models.standings.booking import book_race
from games.models.standings.ruling import Decision
from games.racing import Kind
from tests.clocks import at
from tests.guards import unguarded
from tests.models.dailies import GAME, prove
from tests.models.stored_races import END, NOW, RULES, closed_race, join

pytestmark = pytest.mark.django_db

numbers = iter(range(1, 10_000))


def ranked(*players: Player, places: str = "", ended: int = END) -> Race:
    """Store a finished ranked race, not booked; places 1 to 9 are finishers, others are not."""
    prove(next(numbers))
    bots_allowed = any(player.bot for player in players)
    options = RaceOptions(kind=Kind.RANKED, bots_allowed=bots_allowed)
    race = new_race(players[0], RULES, at(NOW), options)
    for player in players[1:]:
        join(race, player)
    change_race(race.code, lambda r, now: r.start(players[0].pk, now), at(NOW))
    race.refresh_from_db()
    close_race(race, at(END))
    Race.objects.filter(pk=race.pk).update(closed_at=to_datetime(ended))
    for player, place in zip(players, places or "123456789", strict=False):
        entries = race.entries.filter(player=player)
        if place.isdigit():
            entries.update(state="won", place=int(place), progress=52, time_ms=60_000 * int(place))
        else:
            entries.update(state="ended", place=ord(place) - ord("a") + 1, time_ms=None)
    race.refresh_from_db()
    return race


def figures() -> dict[str, tuple[float, float, int]]:
    rows = Rating.objects.order_by("player__name").values_list(
        "player__name", "mu", "sigma", "races"
    )
    return {name: (round(mu, 6), round(sigma, 6), races) for name, mu, sigma, races in rows}


def check() -> None:
    call_command("ratings", "--check", verbosity=0)


def test_a_winner_gains_what_a_loser_loses_and_both_become_more_certain(
    alice: Player, bob: Player
) -> None:
    book_race(ranked(alice, bob))
    winner, loser = Rating.objects.get(player=alice), Rating.objects.get(player=bob)
    assert winner.mu - 25 == pytest.approx(25 - loser.mu)
    assert winner.sigma < 25 / 3
    assert winner.figure > 1000 > loser.figure
    assert winner.is_provisional
    check()


def test_ties_are_ties(alice: Player, bob: Player, charlie: Player) -> None:
    book_race(ranked(alice, bob, charlie, places="113"))
    assert figures()["Alice"] == figures()["Bob"]
    assert figures()["Bob"][0] > figures()["Charlie"][0]


def test_a_race_is_rated_once_however_often_it_is_booked(alice: Player, bob: Player) -> None:
    race = ranked(alice, bob)
    book_race(race)
    before = figures()
    book_race(race)
    assert figures() == before
    assert RatingChange.objects.count() == 2


def test_the_order_of_booking_does_not_matter(alice: Player, bob: Player, charlie: Player) -> None:
    players = [alice, bob, charlie]
    chance = random.Random(7)
    races = [
        ranked(*players, places="".join(chance.sample("123", 3)), ended=END + number // 2)
        for number in range(6)
    ]
    for race in races:
        book_race(race)
    in_order = figures()
    Rating.objects.all().delete()
    RatingChange.objects.all().delete()
    for race in chance.sample(races, 6):
        book_race(race)
    assert figures() == in_order
    check()


@pytest.mark.parametrize("why", ["guest", "help", "nobody finished", "published", "casual", "solo"])
def test_some_runs_are_not_rated(alice: Player, bob: Player, guest: Player, why: str) -> None:
    match why:
        case "guest":
            race = ranked(alice, guest)
        case "help":
            race = ranked(alice, bob)
            race.entries.filter(player=bob).update(assisted=True)
        case "nobody finished":
            race = ranked(alice, bob, places="ab")
        case "published":
            race = ranked(alice, bob)
            Deal.objects.update(public=True)
            race.refresh_from_db()
        case "casual":
            race = closed_race(alice, bob)
            race.entries.update(state="won", time_ms=1000)
        case _:
            race = ranked(alice)
    book_race(race)
    assert not Rating.objects.exists()
    check()


def test_a_guest_who_signs_up_is_not_rated_for_earlier_races(alice: Player, guest: Player) -> None:
    book_race(ranked(alice, guest))
    guest.become_account()
    book_race(ranked(alice, guest))
    assert {races for *_, races in figures().values()} == {1}
    check()


def test_others_are_rated_without_the_guest_between_them(
    alice: Player, bob: Player, guest: Player
) -> None:
    book_race(ranked(alice, guest, bob))
    with_guest = figures()
    RatingChange.objects.all().delete()
    with unguarded():
        Race.objects.all().update(kind="casual")
    book_race(ranked(alice, bob))
    assert figures() == with_guest


def test_voiding_a_winner_recomputes_all_later_ratings(
    alice: Player, bob: Player, charlie: Player
) -> None:
    first = ranked(alice, bob, charlie)
    second = ranked(bob, charlie, ended=END + 1)
    book_race(first)
    book_race(second)
    before = figures()
    entry = first.entries.get(player=alice)
    Ruling.objects.make(entry, Decision.VOID, charlie, "Played by a program.", END)
    assert figures().keys() == {"Bob", "Charlie"}
    assert figures()["Bob"] != before["Bob"]
    check()
    Ruling.objects.make(Entry.objects.get(pk=entry.pk), Decision.RESTORE, charlie, "Not so.", END)
    assert figures() == before
    check()


def test_wrong_ratings_are_found_and_recomputed(alice: Player, bob: Player) -> None:
    book_race(ranked(alice, bob))
    right = figures()
    Rating.objects.filter(player=bob).update(mu=30)
    RatingChange.objects.filter(player=alice).delete()
    with pytest.raises(CommandError, match="2 ratings are wrong"):
        check()
    call_command("ratings", "--repair", verbosity=0)
    assert figures() == right
    check()


def test_the_strongest_lead_once_their_ratings_are_not_provisional(
    alice: Player, bob: Player
) -> None:
    for number in range(10):
        book_race(ranked(alice, bob, ended=END + number))
    assert [rating.player for rating in Rating.objects.best(GAME)] == [alice, bob]
    assert not Rating.objects.best("applegate").exists()
