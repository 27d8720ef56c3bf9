from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Deal, Entry, Player, Race
from tests.models.stored_races import closed_race, open_race, started_race
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.played import entry
from tests.pages.played import race as race

pytestmark = pytest.mark.django_db

JOIN = "Join the race"


def test_a_visitor_sees_the_host_s_name(client: Client, alice: Player) -> None:
    page = text(client.get(open_race(alice).get_absolute_url()))
    assert "Alice invites you to a race" in page
    assert JOIN in page


def test_looking_takes_no_seat(client: Client, alice: Player) -> None:
    race = open_race(alice)
    client.get(race.get_absolute_url())
    assert race.entries.count() == 1
    assert Player.objects.count() == 1


def test_a_seated_player_is_asked_to_be_ready(visit: Visit, alice: Player) -> None:
    page = text(visit(alice).get(open_race(alice).get_absolute_url()))
    assert "I'm ready" in page
    assert JOIN not in page


def test_a_known_player_finds_the_name_filled_in(visit: Visit, alice: Player, bob: Player) -> None:
    page = visit(bob).get(open_race(alice).get_absolute_url()).content.decode()
    assert 'value="Bob"' in page


def test_a_full_race_can_be_watched(client: Client, alice: Player) -> None:
    race = open_race(alice, *(Player.objects.create_guest() for _ in range(9)))
    page = text(client.get(race.get_absolute_url()))
    assert "All seats are taken. You can watch from here." in page
    assert JOIN not in page


def test_a_race_that_has_started_cannot_be_joined(client: Client, alice: Player) -> None:
    assert JOIN not in text(client.get(started_race(alice).get_absolute_url()))


def test_the_invitation_carries_code_and_link(client: Client, alice: Player) -> None:
    race = open_race(alice)
    answer = client.get(race.get_absolute_url())
    assert f'value="http://testserver/race/{race.code}/"' in answer.content.decode()
    assert f"Invite your friends {race.code}" in text(answer)


def test_the_commitment_is_shown_from_the_start(client: Client, alice: Player) -> None:
    race = open_race(alice)
    assert str(race.deal.commitment) in text(client.get(race.get_absolute_url()))


def test_the_commitment_to_a_published_deal_is_not_shown_before_the_start(
    client: Client, alice: Player
) -> None:
    race = open_race(alice)
    Deal.objects.filter(pk=race.deal_id).update(public=True)
    page = text(client.get(race.get_absolute_url()))
    assert str(race.deal.commitment) not in page
    assert "You'll see it at the start." in page
    assert "published collection" in page
    assert "shown since the start" in page
    assert "shown before the race" not in page


@pytest.mark.parametrize("make", [open_race, started_race, closed_race])
def test_the_page_never_carries_the_deal_or_its_key(
    client: Client, alice: Player, make: object
) -> None:
    assert callable(make)
    race = make(alice)
    page = client.get(race.get_absolute_url()).content.decode()
    assert race.deal.cards not in page
    assert race.deal.key.hex() not in page


def test_the_rules_in_force_are_named(client: Client, alice: Player) -> None:
    race = open_race(alice, rules="agnes-sorel/dalton+space=high-run")
    assert "Agnes Sorel Dalton, with empty columns: high card or its run" in text(
        client.get(race.get_absolute_url())
    )


def test_the_rules_in_force_link_to_their_help(client: Client, alice: Player) -> None:
    race = open_race(alice, rules="agnes-sorel/dalton+space=high-run")
    answer = client.get(race.get_absolute_url())
    url = "/how-to-play/?rules=agnes-sorel%2Fdalton%2Bspace%3Dhigh-run"
    assert f'href="{url}"' in answer.content.decode()
    assert answer.context["page"]["help"]["url"] == url
    assert answer.context["page"]["help"]["anchors"]["not-packing"] == "packing"


def test_a_code_in_small_letters_redirects_to_the_canonical_address(
    client: Client, alice: Player
) -> None:
    race = open_race(alice)
    answer = client.get(f"/race/{race.code.lower()}/")
    assert answer.headers["Location"] == race.get_absolute_url()


def test_an_unknown_code_asks_for_another(client: Client) -> None:
    answer = client.get("/race/QQQQQQ/")
    assert answer.status_code == 404
    assert "No race has the code QQQQQQ." in text(answer)
    assert 'value="QQQQQQ"' in answer.content.decode()


def test_a_race_page_is_read_only(client: Client, alice: Player) -> None:
    assert client.post(open_race(alice).get_absolute_url()).status_code == 405


def test_a_race_that_is_over_shows_its_places_without_javascript(
    client: Client, race: Race, alice: Player, bob: Player
) -> None:
    page = client.get(race.get_absolute_url())
    assert "Alice wins " in text(page)
    assert [row.entry.player for row in page.context["results"]] == [alice, bob]
    assert [row.entry.player for row in page.context["podium"].results] == [alice, bob]
    assert f'href="/entry/{entry(race, bob).pk}/replay"' in page.content.decode()
    german = client.get(race.get_absolute_url(), headers={"Accept-Language": "de"})
    assert re.search(r"\d:\d\d,\d\d ", text(german))
    Entry.objects.filter(race=race).update(
        progress=12, progress_at=9_000, state="ended", time_ms=None
    )
    page = client.get(race.get_absolute_url())
    assert [row.entry.player for row in page.context["podium"].results] == [alice, bob]
    assert "12/52" in text(page)
    assert "12 of 52 home" in text(page)
    # A deal may begin with a card home.
    Entry.objects.filter(race=race).update(progress=1, progress_at=0)
    assert not client.get(race.get_absolute_url()).context["podium"].results


def test_a_newcomer_reads_why_the_deal_is_easy(visit: Visit, alice: Player) -> None:
    race = open_race(alice)
    why = "Until you have won a game, its races begin with easy deals."
    assert why not in text(visit(alice).get(race.get_absolute_url()))
    Race.objects.update(wished_difficulty="easy")
    assert why in text(visit(alice).get(race.get_absolute_url()))
    closed_race(alice).entries.update(state="won", time_ms=1000)
    assert why not in text(visit(alice).get(race.get_absolute_url()))


def test_a_host_s_room_costs_few_queries(
    visit: Visit, alice: Player, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    address = open_race(alice).get_absolute_url()
    browser = visit(alice)
    with django_assert_max_num_queries(11):
        browser.get(address)
