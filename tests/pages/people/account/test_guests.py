from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games.models import Player
from tests.models.stored_races import closed_race, open_race
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

DANA = {"username": "dana", "password1": "kitchen-table-42"}
ALICE = {"login": "alice", "password": "correct horse"}


def test_a_visitor_signs_up_and_is_logged_in(client: Client) -> None:
    client.post("/accounts/signup/", DANA)
    dana = Player.objects.get()
    assert (dana.username, dana.name, dana.guest) == ("dana", "dana", False)
    assert client.session["_auth_user_id"] == str(dana.pk)


def test_one_line_says_what_a_password_needs_and_the_validators_judge(client: Client) -> None:
    page = client.get("/accounts/signup/").content.decode()
    assert "At least 8 characters. Not just digits, your name or a common password." in page
    assert "<li>Your password" not in page
    for wrong, why in (
        ("short-1", "password_too_short"),
        ("8301746529", "password_entirely_numeric"),
        ("password123", "password_too_common"),
        ("danadana-2", "password_too_similar"),
    ):
        asked = {"username": "danadana", "password1": wrong}
        answer = client.post("/accounts/signup/", asked)
        (fault,) = answer.context["form"].errors.as_data()["password1"]
        assert fault.code == why
    assert not Player.objects.exists()


def test_a_guest_who_signs_up_stays_the_same_player(visit: Visit, guest: Player) -> None:
    race = closed_race(guest)
    visit(guest).post("/accounts/signup/", DANA)
    dana = Player.objects.get()
    assert (dana.pk, dana.username, dana.guest) == (guest.pk, "dana", False)
    assert race.entries.get().player == dana


def test_a_guest_who_has_signed_up_can_log_in_elsewhere(
    visit: Visit, guest: Player, client: Client
) -> None:
    visit(guest).post("/accounts/signup/", DANA)
    client.post("/accounts/login/", {"login": "dana", "password": DANA["password1"]})
    assert client.session["_auth_user_id"] == str(guest.pk)


@pytest.mark.parametrize("form", ["signup", "login"])
def test_a_guest_comes_back_to_a_result_and_reads_that_the_account_keeps_it(
    visit: Visit, guest: Player, alice: Player, form: str
) -> None:
    result = closed_race(guest).get_absolute_url()
    browser = visit(guest)
    beneath = re.search(
        r'data-address="([^"]*come-back[^"]*)"', browser.get(result).content.decode()
    )
    assert beneath is not None
    offered = browser.get(unescape(beneath[1])).content.decode()
    assert f'href="/accounts/signup/?next={result}"' in offered
    given = {"signup": DANA, "login": ALICE}[form] | {"next": result}
    answer = browser.post(f"/accounts/{form}/", given, follow=True)
    assert answer.request["PATH_INFO"] == result
    # One notice is enough.
    notices = re.findall(r'<li class="message [^"]*">(.*?)</li>', answer.content.decode())
    assert notices == ["Your games as a guest are kept."]


def test_a_result_that_is_not_on_this_site_is_not_returned_to(visit: Visit, guest: Player) -> None:
    offered = visit(guest).get("/daily/come-back/?next=//evil.example/").content.decode()
    assert 'href="/accounts/signup/?next=/history/"' in offered


def test_who_has_played_nothing_reads_of_nothing_kept(visit: Visit, guest: Player) -> None:
    answer = visit(guest).post("/accounts/signup/", DANA, follow=True)
    assert "is kept" not in text(answer)


def test_a_guest_reaches_the_forms(visit: Visit, guest: Player) -> None:
    browser = visit(guest)
    assert f"You're playing as {guest.name}." in text(browser.get("/accounts/signup/"))
    assert f"What you've played as {guest.name}" in text(browser.get("/accounts/login/"))


def test_a_guest_s_name_is_filled_in_unless_an_account_has_it(
    visit: Visit, guest: Player, alice: Player
) -> None:
    browser = visit(guest)
    # What the form would refuse isn't offered.
    for name, offered in (("Able Lizard", "AbleLizard"), ("Zoë & Mo", None)):
        Player.objects.filter(pk=guest.pk).update(name=name)
        signup = browser.get("/accounts/signup/").content.decode()
        assert (f'name="username" value="{offered}"' in signup) is (offered is not None)
        assert signup.count("without spaces.</div>") == 1
    Player.objects.filter(pk=guest.pk).update(name="Able Lizard")
    alice.name = "AbleLizard"
    alice.save()
    assert 'name="username" value=' not in browser.get("/accounts/signup/").content.decode()


def test_a_refused_sign_up_leaves_the_guest_a_guest(
    visit: Visit, guest: Player, alice: Player
) -> None:
    answer = visit(guest).post("/accounts/signup/", DANA | {"username": "alice"})
    assert "A user with that username already exists." in text(answer)
    guest.refresh_from_db()
    assert guest.guest


def test_a_guest_s_races_move_into_the_account(visit: Visit, guest: Player, alice: Player) -> None:
    race = closed_race(guest)
    visit(guest).post("/accounts/login/", ALICE)
    assert race.entries.get().player == alice
    assert not Player.objects.filter(pk=guest.pk).exists()


def test_a_guest_who_logs_in_keeps_the_seat_of_an_open_race(
    visit: Visit, guest: Player, alice: Player
) -> None:
    race = open_race(guest)
    visit(guest).post("/accounts/login/", ALICE)
    race.refresh_from_db()
    assert race.host == alice


def test_a_wrong_password_leaves_the_guest_alone(
    visit: Visit, guest: Player, alice: Player
) -> None:
    race = closed_race(guest)
    visit(guest).post("/accounts/login/", ALICE | {"password": "wrong"})
    assert race.entries.get().player == guest


def test_an_account_takes_nothing_from_another_account(
    visit: Visit, bob: Player, alice: Player
) -> None:
    race = closed_race(bob)
    visit(bob).post("/accounts/login/", ALICE)
    assert race.entries.get().player == bob


@pytest.mark.parametrize("form", ["login", "signup"])
def test_logging_in_or_signing_up_leads_back_to_the_race(
    client: Client, alice: Player, bob: Player, form: str
) -> None:
    address = open_race(bob).get_absolute_url()
    answer = client.post(f"/accounts/{form}/", ALICE | DANA | {"next": address})
    assert answer.headers["Location"] == address


def test_the_log_in_redirects_to_no_other_site(client: Client, alice: Player) -> None:
    answer = client.post("/accounts/login/", ALICE | {"next": "https://example.com/"})
    assert answer.headers["Location"] == "/"


def test_logging_out_ends_the_session(visit: Visit, alice: Player) -> None:
    browser = visit(alice)
    browser.post("/accounts/logout/")
    assert "_auth_user_id" not in browser.session


def test_following_a_link_logs_no_one_out(visit: Visit, alice: Player) -> None:
    browser = visit(alice)
    browser.get("/accounts/logout/")
    assert "_auth_user_id" in browser.session


def test_a_guest_is_warned_before_logging_out(visit: Visit, guest: Player) -> None:
    assert "lose your history" in text(visit(guest).get("/accounts/logout/"))
