from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from games.models import Player, Race
from games.pages.races.history import PAGE
from tests.guards import unguarded
from tests.models.stored_races import closed_race, open_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def test_a_player_finds_the_races_played(visit: Visit, alice: Player, bob: Player) -> None:
    race = closed_race(alice, bob)
    page = text(visit(alice).get("/history/"))
    assert race.code in page
    assert "Agnes Sorel Standard" in page


def test_a_phone_has_a_link_to_each_race_too(visit: Visit, alice: Player, bob: Player) -> None:
    race = closed_race(alice, bob)
    page = visit(alice).get("/history/").content.decode()
    assert "<h1>History</h1>" in page
    assert f'<a class="detail brief" href="{race.get_absolute_url()}">' in page


def test_who_left_or_never_moved_reads_that_in_place_of_a_place_or_a_result(
    visit: Visit, alice: Player, bob: Player
) -> None:
    def cells(**result: object) -> tuple[str, str]:
        """Return what stands where Alice's place and result would."""
        race = closed_race(alice, bob)
        race.entries.filter(player=alice).update(**result)
        row = visit(alice).get("/history/").content.decode().partition(race.code)[2]
        place, result_cell, *_ = row.partition('<td class="number">')[2].split("</td>")
        return strip_tags(place), strip_tags(result_cell).strip().replace("\xa0", " ")

    assert cells(state="ended", moves=3, place=1) == ("1", "1 of 52 homeWatch")
    assert cells(state="forfeit", moves=3, place=2) == ("left", "1 of 52 homeWatch")
    assert cells(state="no-show", moves=0, place=None) == ("", "No move")
    assert cells(state="ended", moves=3, place=None, void_reason="by a program")[0] == ""


def test_a_run_without_a_move_is_not_there_to_watch(
    visit: Visit, alice: Player, bob: Player
) -> None:
    closed_race(alice, bob)
    moved = closed_race(alice, bob)
    moved.entries.filter(player=alice).update(moves=3)
    page = visit(alice).get("/history/").content.decode()
    assert page.count("Watch the run of") == page.count(f"Watch the run of {moved.code}") > 0


def test_the_rules_of_a_race_link_to_their_help(visit: Visit, alice: Player) -> None:
    closed_race(alice, rules="applegate/pysol")
    assert 'href="/how-to-play/applegate/pysol/"' in visit(alice).get("/history/").content.decode()


def test_a_guest_has_a_history_too(visit: Visit, guest: Player) -> None:
    race = closed_race(guest)
    page = text(visit(guest).get("/history/"))
    assert race.code in page
    assert f"You're playing as {guest.name}" in page


def test_the_races_of_others_are_not_in_it(visit: Visit, alice: Player, bob: Player) -> None:
    race = closed_race(alice)
    assert race.code not in text(visit(bob).get("/history/"))


def test_an_unfinished_race_is_not_in_it(visit: Visit, alice: Player) -> None:
    race = open_race(alice)
    assert race.code not in text(visit(alice).get("/history/"))


def test_an_empty_history_links_to_a_first_race(client: Client) -> None:
    page = text(client.get("/history/"))
    assert "Your races are listed here once they're over. Race a friend" in page


def test_a_long_history_has_pages(visit: Visit, alice: Player) -> None:
    first = closed_race(alice)
    for _ in range(PAGE):
        closed_race(alice)
    browser = visit(alice)
    assert first.code not in text(browser.get("/history/"))
    assert first.code in text(browser.get("/history/?page=2"))


@pytest.mark.parametrize("page", ["0", "99", "x"])
def test_a_missing_page_shows_an_existing_one(visit: Visit, alice: Player, page: str) -> None:
    race = closed_race(alice)
    assert race.code in text(visit(alice).get("/history/", {"page": page}))


def test_history_is_read_only(client: Client) -> None:
    assert client.post("/history/").status_code == 405


def test_a_row_names_the_rivals_the_kind_and_how_long_ago(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    closed_race(alice, bob, charlie, Player.objects.create_user("dora", name="Dora"))
    browser = visit(alice)
    for passed, told in [
        (timedelta(), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(hours=23), "23 hours ago"),
    ]:
        with unguarded():
            Race.objects.update(closed_at=timezone.now() - passed)
        page = text(browser.get("/history/"))
        assert "Standard against Bob , Charlie +1" in page
        assert told in page
    with unguarded():
        Race.objects.update(closed_at=datetime(2026, 1, 2, 13, 14, tzinfo=UTC))
    answer = browser.get("/history/")
    assert "2 Jan 2026, 13:14 UTC" in text(answer)
    assert 'datetime="2026-01-02T13:14:00+00:00"' in answer.content.decode()
    german = text(browser.get("/history/", headers={"Accept-Language": "de"}))
    assert "gegen Bob , Charlie +1" in german
    assert "2. Januar 2026, 13:14 UTC" in german


@pytest.mark.parametrize(
    ("kind", "told"), [("ranked", "Standard · ranked"), ("daily", "Standard · daily challenge")]
)
def test_a_row_says_what_the_race_was_for(
    visit: Visit, alice: Player, kind: str, told: str
) -> None:
    closed_race(alice)
    with unguarded():
        Race.objects.update(kind=kind)
    assert told in text(visit(alice).get("/history/"))
