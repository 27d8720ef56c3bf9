"""The friends page."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player, Race
from tests.models.stored_races import closed_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def test_alice_follows_bob_by_name_and_sees_him_here(
    visit: Visit, alice: Player, bob: Player
) -> None:
    visit(bob).get("/")
    page = text(visit(alice).post("/friends/follow/", {"name": "bob"}, follow=True))
    assert "Bob online" in page
    assert "Alice Follow back" in text(visit(bob).get("/friends/"))


def test_following_an_unknown_name_is_refused_with_a_reason(visit: Visit, alice: Player) -> None:
    answer = visit(alice).post("/friends/follow/", {"name": "zoe"}, follow=True)
    assert "No account is called “zoe”" in text(answer)


def test_bob_joins_when_alice_challenges_him(visit: Visit, alice: Player, bob: Player) -> None:
    answer = visit(alice).post(f"/friends/{bob.pk}/challenge/", {"game": "applegate"}, follow=True)
    assert "Challenge sent to Bob." in text(answer)
    race = Race.objects.get()
    browser = visit(bob)
    for address in ("/", "/friends/", "/friends/challenges/"):
        said = browser.get(address).content.decode()
        assert "Alice challenges you to race Applegate." in said
    browser.post(f"/race/{race.code}/join/")
    assert race.entries.count() == 2
    assert "challenges you" not in text(browser.get("/friends/"))


def test_bob_declines_a_challenge(visit: Visit, alice: Player, bob: Player) -> None:
    visit(alice).post(f"/friends/{bob.pk}/challenge/", {"game": "applegate"})
    asked = bob.challenges.get()
    assert visit(alice).post(f"/friends/challenges/{asked.pk}/decline/").status_code == 404
    browser = visit(bob)
    browser.post(f"/friends/challenges/{asked.pk}/decline/")
    assert "challenges you" not in text(browser.get("/friends/"))


def test_a_challenge_names_its_game(visit: Visit, alice: Player, bob: Player) -> None:
    answer = visit(alice).post(f"/friends/{bob.pk}/challenge/", follow=True)
    assert "Choose a game for the challenge." in text(answer)
    assert not Race.objects.exists()


def test_a_player_s_page_shows_the_score_against_the_visitor(
    visit: Visit, alice: Player, bob: Player
) -> None:
    closed_race(alice, bob)
    page = text(visit(alice).get(f"/player/{bob.pk}/"))
    assert "You against Bob: ahead 0 times, behind 0 times, level 1 times." in page
    assert "You against" not in text(visit(alice).get(f"/player/{alice.pk}/"))


def test_guests_have_no_friends(client: Client, visit: Visit, guest: Player) -> None:
    for browser in (client, visit(guest)):
        assert "/accounts/login/" in browser.get("/friends/").headers["Location"]
        assert not browser.get("/friends/challenges/").content.strip()
