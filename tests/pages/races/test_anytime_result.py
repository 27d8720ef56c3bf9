"""What the result of an attempt at an any-time race says of the others, and what it shares."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.utils.html import strip_tags

from games.models import Player, Race
from tests.models.anytime_races import anytime
from tests.models.dailies import HOUR, MOVES, begin, daily, finish
from tests.models.stored_races import NOW, open_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def moment(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the instants of the pages' clock; the last one is the current time."""
    instants = [NOW]
    for module in ("anytime.views", "outcome", "race"):
        monkeypatch.setattr(f"games.pages.races.{module}.now", lambda: instants[-1])
    return instants


def outcome(race: Race) -> str:
    return f"/race/{race.code}/outcome/"


def told(visit: Visit, player: Player, address: str) -> str:
    """Return the words of a page or of a part of one."""
    return unescape(strip_tags(visit(player).get(address).content.decode()))


def shares_results(visit: Visit, player: Player, race: Race) -> bool:
    """Tell whether a shared result leads to the results, by the page and by what renews it."""
    page = visit(player).get(race.get_absolute_url()).content.decode()
    fresh = visit(player).get(outcome(race)).content.decode()
    button = re.search(r'<button[^>]* id="share-result"[^>]*>', page)
    assert button
    assert ("data-closed" in button[0]) is ('value="closed"' in fresh)
    return "data-closed" in button[0]


def test_the_places_of_all_who_have_raced_stand_below_the_own_result(
    visit: Visit, alice: Player, bob: Player, moment: list[int]
) -> None:
    race = anytime(alice)
    own = finish(race.trial, bob, 3).race
    finish(race.trial, alice, len(MOVES))
    for instant in (NOW, NOW + 3 * HOUR):
        moment.append(instant)
        fresh = visit(bob).get(outcome(own)).content.decode()
        page = visit(bob).get(race.get_absolute_url()).content.decode()
        rows = [re.findall(r"(?s)<tr.*?</tr>", html)[1:] for html in (fresh, page)]
        assert rows[0] == rows[1]
        assert [re.findall(r"<bdi>(\w+)", row) for row in rows[0]] == [["Alice"], ["Bob"]]


def test_the_result_says_who_is_still_to_play_and_the_own_place_so_far(
    visit: Visit, alice: Player, bob: Player
) -> None:
    """Of an attempt that runs, neither how far it is nor that it does."""
    race = anytime(alice, 3)
    own = finish(race.trial, alice).race
    run = begin(race.trial, bob)
    page = visit(alice).get(outcome(own)).content.decode()
    shown = " ".join(unescape(strip_tags(page)).split())
    # When it closes, and the host's way to close it, in the words of its own page.
    room = " ".join(told(visit, alice, race.get_absolute_url()).split())
    (until,) = re.findall(r"Open until.*? Close free seats Then no one .*? be undone\.", room)
    assert until in shown
    assert "Place 1 of 1 so far Waiting for Bob. 1 seat is still free. Raced so far" in shown
    assert "<table" not in page
    Race.objects.filter(pk=run.race.pk).update(closed_at=race.trial.closes_at)
    run.race.entries.update(state="ended", moves=3)
    page = visit(alice).get(outcome(own)).content.decode()
    shown = " ".join(unescape(strip_tags(page)).split())
    assert re.search(r"Place 1 of 2 so far.* 1 seat is still free\. Raced so far: 2 of 3", shown)
    assert re.findall(r"<bdi>(\w+)", page) == ["Alice", "Bob"]
    theirs = told(visit, bob, outcome(run.race))
    assert "Open until" in theirs
    assert "Close free seats" not in theirs


def test_a_shared_result_leads_to_the_results_once_no_one_else_may_play(
    visit: Visit, alice: Player, bob: Player, moment: list[int]
) -> None:
    full, later = anytime(alice, 2), anytime(alice, 3)
    own = [finish(race.trial, alice, 3).race for race in (full, later)]
    assert [shares_results(visit, alice, race) for race in own] == [False, False]
    # The player in the last seat may still be playing.
    begin(full.trial, bob)
    assert [shares_results(visit, alice, race) for race in own] == [True, False]
    moment.append(NOW + 2 * HOUR)
    assert [shares_results(visit, alice, race) for race in own] == [True, True]


@pytest.mark.parametrize(
    ("moves", "said"),
    [(0, "No one made a move"), (3, "Alice wins: you didn't make a move")],
)
def test_that_no_move_was_made_is_said_once(
    visit: Visit, alice: Player, bob: Player, moves: int, said: str
) -> None:
    race = anytime(alice, 2)
    own = finish(race.trial, bob, 0).race
    finish(race.trial, alice, moves)
    for address in (outcome(own), race.get_absolute_url()):
        shown = told(visit, bob, address)
        assert shown.count(said) == 1
        assert "You didn't make a move" not in shown


def test_among_several_who_did_one_is_told_to_have_made_no_move(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    race = anytime(alice)
    own = finish(race.trial, bob, 0).race
    assert "You didn't make a move" in told(visit, bob, outcome(own))
    for player, moves in ((alice, 3), (charlie, 4)):
        finish(race.trial, player, moves)
    for address in (outcome(own), race.get_absolute_url()):
        assert told(visit, bob, address).count("You didn't make a move") == 1


def test_who_is_done_reads_who_is_still_to_play(
    visit: Visit, alice: Player, bob: Player, moment: list[int]
) -> None:
    race = anytime(alice, 3)
    own = race.get_absolute_url()
    assert "Waiting for" not in told(visit, alice, own)
    finish(race.trial, alice)
    assert "2 seats are still free." in told(visit, alice, own)
    run = begin(race.trial, bob)
    assert "Waiting for Bob. 1 seat is still free." in told(visit, alice, own)
    assert "Waiting for" not in told(visit, bob, own)
    Race.objects.filter(pk=run.race.pk).update(closed_at=race.trial.closes_at)
    assert "1 seat is still free." in told(visit, alice, own)
    moment.append(NOW + 5 * HOUR)
    assert "Waiting for" not in told(visit, alice, own)


def test_who_gives_up_reads_that_it_is_the_only_try(
    visit: Visit, alice: Player, bob: Player
) -> None:
    only = "It's your only try: you can't start again."
    for trial in (anytime(alice).trial, daily().trial):
        page = visit(bob).get(begin(trial, bob).race.get_absolute_url())
        assert only in text(page)
    assert only not in text(visit(alice).get(open_race(alice).get_absolute_url()))


def are_results_first(page: str) -> bool:
    return page.index('id="results-title"') < page.index('id="own-title"')


def test_the_results_come_before_the_own_attempt(
    visit: Visit, alice: Player, bob: Player, moment: list[int]
) -> None:
    race = anytime(alice)
    for player, moves in ((alice, len(MOVES)), (bob, 3)):
        finish(race.trial, player, moves)
    assert are_results_first(visit(bob).get(race.get_absolute_url()).content.decode())
    moment.append(NOW + 3 * HOUR)
    over = visit(bob).get(race.get_absolute_url()).content.decode()
    assert are_results_first(over)
    assert re.search(r'<h2 id="results-title">Alice wins in', over)


def test_an_attempt_without_a_move_is_not_told_of_being_overtaken(
    visit: Visit, alice: Player
) -> None:
    race = anytime(alice)
    own = finish(race.trial, alice, moves=0).race
    for address in (outcome(own), race.get_absolute_url()):
        shown = told(visit, alice, address)
        assert "Raced so far: 1 of 3. You'll be told when it's over." in shown
