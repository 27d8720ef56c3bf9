"""The review of runs that count."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.background.review import doubts, review
from games.models import Action, Entry, Player, Proof, Race, Review
from games.models.races.closing import close_race
from games.models.standings.booking import book_race
from games.racing import Kind
from games.racing.doubts import Doubt
from tests.clocks import at
from tests.models.dailies import daily, finish
from tests.models.stored_races import END, RULES, started_race, winnable_race

pytestmark = pytest.mark.django_db

PACES = (900, 1400, 600, 3200, 800, 2100, 500, 4600, 1100)


def missing() -> list[int]:
    """Return the entries that await a review."""
    return list(Review.objects.pending().values_list("entry", flat=True))


def played(race: Race, player: Player, moves: list[str], late: int = 0) -> Entry:
    """Store a run at human pace that starts this many milliseconds late."""
    entry = race.entries.get(player=player)
    ms = late
    for number, text in enumerate(moves, 1):
        ms += PACES[number % len(PACES)]
        Action.objects.create(entry=entry, number=number, ms=ms, text=text)
    return entry


def settled(entry: Entry) -> Entry:
    """Close and book the race of an entry, and return the entry."""
    race = Race.objects.get(pk=entry.race_id)
    close_race(race, at(END))
    book_race(race)
    return Entry.objects.select_related("race__deal").get(pk=entry.pk)


def test_an_honest_win_is_verified(alice: Player) -> None:
    race, moves = winnable_race(alice, kind=Kind.RANKED)
    entry = settled(played(race, alice, moves))
    assert missing() == [entry.pk]
    review(entry.pk)
    assert missing() == []
    found = Review.objects.get()
    assert (found.doubts, found.verified) == ("", True)


def test_a_review_is_written_once(alice: Player) -> None:
    race, moves = winnable_race(alice, kind=Kind.RANKED)
    entry = settled(played(race, alice, moves))
    assert Review.objects.note(entry.pk, {Doubt.COPY}, timezone.now())
    review(entry.pk)
    assert not Review.objects.note(entry.pk, (), timezone.now())
    assert Review.objects.get().doubts == "copy"


def test_a_result_that_does_not_follow_from_the_actions_is_found(alice: Player) -> None:
    race, moves = winnable_race(alice, kind=Kind.RANKED)
    entry = settled(played(race, alice, moves))
    Entry.objects.filter(pk=entry.pk).update(time_ms=1000)
    review(entry.pk)
    assert not Review.objects.get().verified


def test_the_later_of_two_equal_runs_is_the_copy(alice: Player, bob: Player) -> None:
    race, moves = winnable_race(alice, bob, kind=Kind.RANKED)
    first = played(race, alice, moves)
    second = settled(played(race, bob, moves, late=700))
    assert doubts(second) == {Doubt.COPY}
    assert doubts(Entry.objects.select_related("race__deal").get(pk=first.pk)) == set()


def test_a_run_that_follows_a_stored_solution_is_found(alice: Player) -> None:
    race, moves = winnable_race(alice, kind=Kind.RANKED)
    Proof.objects.create(
        deal=race.deal, rules=RULES, kind="winnable", states=1, line=" ".join(moves)
    )
    assert doubts(settled(played(race, alice, moves))) == {Doubt.SOLVER}


def test_an_unsolved_daily_is_reviewed_since_it_is_on_the_leaderboard(alice: Player) -> None:
    Player.objects.filter(pk=alice.pk).update(guest=False)
    alice.refresh_from_db()
    entry = finish(daily(), alice, moves=3).race.entries.get()
    assert missing() == [entry.pk]
    review(entry.pk)
    assert Review.objects.get().verified


@pytest.mark.parametrize("kind", [Kind.CASUAL, Kind.RANKED])
def test_a_run_without_a_result_needs_no_review(alice: Player, kind: Kind) -> None:
    race = started_race(alice)
    Race.objects.filter(pk=race.pk).update(kind=kind)
    race.refresh_from_db()
    close_race(race, at(END))
    book_race(race)
    assert missing() == []
