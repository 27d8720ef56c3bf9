"""The friends page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Follow, Player, Race
from tests.models.stored_races import closed_race, open_race
from tests.pages.conftest import Visit
from tests.pages.page import Answer, text

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
    assert "Waiting for Bob to accept the challenge." in answer.content.decode()
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
    closed_race(alice, bob).entries.update(moves=3, place=1)
    page = text(visit(alice).get(f"/player/{bob.pk}/"))
    assert "You against Bob 0 : 0" in page
    assert "You against" not in text(visit(alice).get(f"/player/{alice.pk}/"))


def test_people_raced_lately_are_followed_and_challenged_from_the_page(
    visit: Visit, alice: Player, bob: Player, charlie: Player, guest: Player
) -> None:
    race = closed_race(alice, bob, guest)
    race.entries.update(state="ended", moves=5, place=2)
    race.entries.filter(player=alice).update(place=1)
    Follow.objects.begin(alice, charlie)
    closed_race(alice, charlie).entries.update(state="ended", place=1)
    browser = visit(alice)
    page = browser.get("/friends/")
    followed, lately = text(page).split("Raced lately")
    assert "Charlie offline you 0 : 0" in followed
    assert "Bob you 1 : 0 · " in lately
    assert f"{guest.name} you 1 : 0 · " in lately
    html = page.content.decode()
    assert all(f"/friends/{other.pk}/challenge/" in html for other in (bob, charlie, guest))
    assert f"/friends/{guest.pk}/follow/" not in html
    browser.post(f"/friends/{bob.pk}/follow/")
    assert "Bob offline you 1 : 0" in text(browser.get("/friends/")).split("Raced lately")[0]
    assert "have an account" in text(browser.post(f"/friends/{guest.pk}/follow/", follow=True))
    assert "Raced lately" not in text(visit(Player.objects.create_user("dora")).get("/friends/"))


def test_guests_challenge_and_are_challenged_by_whom_they_raced(
    client: Client, visit: Visit, alice: Player, bob: Player, guest: Player
) -> None:
    closed_race(alice, guest).entries.update(state="ended")
    for one, other in ((guest, alice), (alice, guest)):
        asked = visit(one).post(f"/friends/{other.pk}/challenge/", {"game": "applegate"})
        race = Race.objects.get(challenges__challenged=other)
        assert asked.headers["Location"] == race.get_absolute_url()
        browser = visit(other)
        assert f"{one.name} challenges you to race Applegate." in text(browser.get("/"))
        mine = other.challenges.get()
        answer = browser.post(f"/friends/challenges/{mine.pk}/decline/")
        assert answer.headers["Location"] == ("/" if other.guest else "/friends/")
        assert "challenges you" not in text(browser.get("/"))
    for one, other in ((guest, bob), (bob, guest)):
        answer = visit(one).post(
            f"/friends/{other.pk}/challenge/", {"game": "applegate"}, follow=True
        )
        assert "You can only challenge players with an account" in text(answer)
    stranger = client.post(f"/friends/{bob.pk}/challenge/", {"game": "applegate"})
    assert "/accounts/login/" in stranger.headers["Location"]
    assert not Player.objects.filter(guest=True).exclude(pk=guest.pk).exists()


def test_others_of_a_race_are_followed_where_its_result_is(
    client: Client, visit: Visit, alice: Player, bob: Player, charlie: Player, guest: Player
) -> None:
    race = closed_race(alice, bob, charlie, guest)
    address = f"/race/{race.code}/following/"
    assert f'data-address="{address}"' in visit(alice).get(f"/race/{race.code}/").content.decode()
    Follow.objects.begin(alice, charlie)
    browser = visit(alice)
    assert words(browser.get(address)) == "Follow Bob"
    assert words(browser.post(address, {"player": bob.pk})) == "✓ You follow Bob. Friends"
    assert set(alice.following.all()) == {bob, charlie}
    for wrong in (guest.pk, alice.pk, 10**40, "bob", ""):
        assert words(browser.post(address, {"player": wrong})) == ""
    assert alice.following.count() == 2
    outsider = Player.objects.create_user("dora")
    for other in (client, visit(guest), visit(outsider)):
        assert words(other.get(address)) == words(other.post(address, {"player": bob.pk})) == ""
    assert Follow.objects.count() == 2
    assert browser.get("/race/QFXKMP/following/").status_code == 404
    waiting = open_race(alice, bob)
    assert browser.get(f"/race/{waiting.code}/following/").status_code == 404


def test_who_knows_nobody_yet_can_send_a_link(visit: Visit, alice: Player, bob: Player) -> None:
    browser = visit(alice)
    page = browser.get("/friends/").content.decode()
    assert "Everyone you race is listed here" in page
    assert '<button class="button primary" name="game" value="freecell">Race a friend' in page
    assert "/race/" in browser.post("/race/", {"game": "freecell"})["Location"]
    closed_race(alice, bob).entries.update(state="ended", moves=3, place=1)
    assert "Race a friend" not in text(browser.get("/friends/"))


def words(answer: Answer) -> str:
    """Return the text of a fragment."""
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def test_guests_have_no_friends(client: Client, visit: Visit, guest: Player) -> None:
    for browser in (client, visit(guest)):
        assert "/accounts/login/" in browser.get("/friends/").headers["Location"]
        assert not browser.get("/friends/challenges/").content.strip()
