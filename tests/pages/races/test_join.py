from __future__ import annotations

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Player
from games.models.people.guest_names import GERMAN_ANIMALS
from games.models.races.rematch import open_rematch
from games.pages.site.clock import now
from tests.models.stored_races import closed_race, open_race, started_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def test_a_visitor_joins_as_a_guest_by_a_name(client: Client, alice: Player) -> None:
    race = open_race(alice)
    client.post(f"/race/{race.code}/join/", {"name": "Maria"})
    entry = race.entries.get(seat=1)
    assert (entry.player.name, entry.player.guest) == ("Maria", True)


def test_joining_leads_to_the_race(client: Client, alice: Player) -> None:
    race = open_race(alice)
    answer = client.post(f"/race/{race.code}/join/", {"name": "Maria"})
    assert answer.headers["Location"] == race.get_absolute_url()


@pytest.mark.parametrize("sent", [{}, {"name": ""}, {"name": "   "}])
def test_without_a_name_a_guest_gets_a_friendly_one(
    client: Client, alice: Player, sent: dict[str, str]
) -> None:
    race = open_race(alice)
    client.post(f"/race/{race.code}/join/", sent)
    assert len(race.entries.get(seat=1).player.name.split()) == 2


def test_a_player_with_too_many_seats_is_refused(
    settings: Settings, visit: Visit, alice: Player, bob: Player
) -> None:
    settings.SEATS_PER_PLAYER = 1
    open_race(bob)
    answer = visit(bob).post(f"/race/{open_race(alice).code}/join/")
    assert answer.status_code == 429
    assert "You're in 1 unfinished races." in text(answer)


def test_an_account_joins_as_itself(visit: Visit, alice: Player, bob: Player) -> None:
    race = open_race(alice)
    visit(bob).post(f"/race/{race.code}/join/")
    assert race.entries.get(seat=1).player == bob


def test_joining_again_keeps_the_one_seat(visit: Visit, alice: Player, bob: Player) -> None:
    race = open_race(alice)
    browser = visit(bob)
    browser.post(f"/race/{race.code}/join/")
    browser.post(f"/race/{race.code}/join/")
    assert race.entries.filter(player=bob).count() == 1


def test_a_code_may_be_in_small_letters(visit: Visit, alice: Player, bob: Player) -> None:
    race = open_race(alice)
    visit(bob).post(f"/race/{race.code.lower()}/join/")
    assert race.entries.filter(player=bob).exists()


def test_a_latecomer_to_a_full_race_may_watch(client: Client, alice: Player) -> None:
    race = open_race(alice, *(Player.objects.create_guest() for _ in range(9)))
    answer = client.post(f"/race/{race.code}/join/", follow=True)
    assert "All seats of this race are taken. You can watch." in text(answer)


def test_a_latecomer_to_a_started_race_may_watch(client: Client, alice: Player) -> None:
    race = started_race(alice)
    answer = client.post(f"/race/{race.code}/join/", follow=True)
    assert "The race is over. You can watch." in text(answer)
    assert race.entries.count() == 1


def test_a_name_that_reverses_text_direction_is_refused(client: Client, alice: Player) -> None:
    race = open_race(alice)
    answer = client.post(f"/race/{race.code}/join/", {"name": "a\u202eb"}, follow=True)
    assert "Use only letters, digits and visible symbols." in text(answer)
    assert race.entries.count() == 1


def test_an_unknown_race_cannot_be_joined(client: Client) -> None:
    assert client.post("/race/QQQQQQ/join/").status_code == 404
    assert not Player.objects.exists()


def test_following_a_link_does_not_join_a_race(client: Client, alice: Player) -> None:
    race = open_race(alice)
    answer = client.get(f"/race/{race.code}/join/")
    assert answer.headers["Location"] == race.get_absolute_url()
    assert list(race.entries.values_list("player", flat=True)) == [alice.pk]


def test_a_request_from_another_site_takes_no_seat(alice: Player) -> None:
    race = open_race(alice)
    browser = Client(enforce_csrf_checks=True)
    assert browser.post(f"/race/{race.code}/join/").status_code == 403


def test_who_accepts_a_rematch_is_ready(visit: Visit, alice: Player, bob: Player) -> None:
    again = open_rematch(closed_race(alice, bob), alice, now)
    visit(bob).post(f"/race/{again.code}/join/", {"rematch": ""})
    assert [seat.ready for seat in again.load().seats] == [True, True]


def test_a_rematch_waits_for_those_who_were_asked(
    visit: Visit, alice: Player, bob: Player, charlie: Player
) -> None:
    again = open_rematch(closed_race(alice, bob, charlie), alice, now)

    def room() -> str:
        return str(visit(alice).get(again.get_absolute_url()).content, "utf-8")

    assert "Waiting for Bob and Charlie to accept the rematch." in room()
    visit(bob).post(f"/race/{again.code}/join/", {"rematch": ""})
    assert "Waiting for Charlie to accept the rematch." in room()
    visit(charlie).post(f"/race/{again.code}/join/", {"rematch": ""})
    assert "to accept the rematch" not in room()


def test_a_guest_without_a_name_gets_one_in_the_language_of_the_page(client: Client) -> None:
    client.post("/race/", {"game": "agnes-sorel"}, headers={"accept-language": "de"})
    adjective, animal = Player.objects.get(guest=True).name.split()
    endings = {noun: ending for ending, noun in GERMAN_ANIMALS}
    assert adjective.endswith(endings[animal])
