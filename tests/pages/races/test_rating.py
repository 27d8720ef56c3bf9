"""What the result of a ranked race says of the visitor's rating."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games.models import Entry, Player, Race
from games.models.standings.booking import book_race
from tests.models.standings.test_rating import ranked
from tests.models.stored_races import END
from tests.pages.conftest import Visit

pytestmark = pytest.mark.django_db


def said(client: Client, race: Race) -> str:
    """Return the sentence on a rating in the fragment for a race's page; empty if there is none."""
    answer = client.get(f"/race/{race.code}/progress/")
    found = re.search(r'<p class="rating">(.*)</p>', answer.content.decode())
    return unescape(found[1]) if found else ""


def test_a_first_rating_is_told_and_later_ones_with_the_one_before(
    visit: Visit, alice: Player, bob: Player
) -> None:
    first, second = ranked(alice, bob), ranked(bob, alice, ended=END + 1)
    Entry.objects.update(last_at=1_000)
    assert said(visit(alice), first) == "Your new rating comes in a moment."
    for race in (first, second):
        book_race(race)
    after = {
        (change.race_id, change.player_id): change.figure
        for change in first.rating_changes.all() | second.rating_changes.all()
    }
    was, now = after[first.pk, alice.pk], after[second.pk, alice.pk]
    assert (
        said(visit(alice), first) == f"Your first rating at Agnes Sorel: {was}, still provisional."
    )
    change = f"Rating {was} → {now} (\N{MINUS SIGN}{was - now})"
    told = f"{change}\N{NO-BREAK SPACE}· provisional, race 2 of 10"
    assert said(visit(alice), second) == told
    assert f"(+{after[second.pk, bob.pk] - after[first.pk, bob.pk]})" in said(visit(bob), second)


def test_a_settled_rating_is_not_called_provisional(
    visit: Visit, alice: Player, bob: Player
) -> None:
    races = [ranked(alice, bob, ended=END + number) for number in range(10)]
    Entry.objects.update(last_at=1_000)
    for race in races:
        book_race(race)
    assert "race 9 of 10" in said(visit(alice), races[8])
    assert re.fullmatch(r"Rating \d+ → \d+ \(\+\d+\)", said(visit(alice), races[9]))


def test_a_deal_that_became_public_before_is_said_not_to_count(
    visit: Visit, alice: Player, bob: Player
) -> None:
    race = ranked(alice, bob)
    Entry.objects.update(last_at=1_000)
    race.deal.public = True
    race.deal.save()
    book_race(race)
    assert said(visit(alice), race) == "Ratings stay as they are: this deal doesn't count."


@pytest.mark.parametrize(
    ("places", "changes", "sentence"),
    [
        ("ab", {}, "No one finished: ratings stay as they are."),
        ("12", {"assisted": True}, "This run isn't rated."),
        ("12", {"void_reason": "a script", "place": None}, "This run isn't rated."),
    ],
)
def test_a_race_that_is_not_rated_says_why(
    visit: Visit, alice: Player, bob: Player, places: str, changes: dict[str, object], sentence: str
) -> None:
    race = ranked(alice, bob, places=places)
    Entry.objects.update(last_at=1_000)
    race.entries.filter(player=alice).update(**changes)
    book_race(race)
    assert said(visit(alice), race) == sentence


def test_guests_and_watchers_hear_nothing_and_the_only_account_hears_that_it_stays(
    client: Client, visit: Visit, alice: Player, bob: Player, guest: Player
) -> None:
    race = ranked(alice, guest)
    Entry.objects.update(last_at=1_000)
    book_race(race)
    assert said(visit(alice), race) == "Your rating stays as it is: no one else here is rated."
    assert [said(each, race) for each in (visit(guest), visit(bob), client)] == ["", "", ""]
