"""Ways to log in: name, address, a mailed code, a second factor, a new password."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Player
from tests.models.stored_races import closed_race
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.people.account.conftest import Link

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse"
DANA = {"username": "dana", "email": "dana@example.org", "password1": "kitchen-table-42"}


def player_of(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


@pytest.fixture
def dana(alice: Player) -> Player:
    """Return Alice, with a mail address."""
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    return alice


@pytest.mark.parametrize("login", ["alice", "ALICE", "alice@example.org"])
def test_a_player_logs_in_by_name_or_address(client: Client, dana: Player, login: str) -> None:
    assert "Username or email" in text(client.get("/accounts/login/"))
    client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert player_of(client) == str(dana.pk)


def test_a_new_address_is_confirmed_by_mail(client: Client, mailed_link: Link) -> None:
    client.post("/accounts/signup/", DANA)
    assert player_of(client), "the player can play before confirming"
    assert not EmailAddress.objects.get().verified
    client.post(mailed_link())
    assert EmailAddress.objects.get().verified


def test_a_forgotten_password_is_reset_by_mail(
    client: Client, dana: Player, mailed_link: Link
) -> None:
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    form = client.get(mailed_link(), follow=True)
    new = {"password1": "a-new-password-7", "password2": "a-new-password-7"}
    client.post(form.wsgi_request.path, new)
    client.post("/accounts/login/", {"login": "alice", "password": "a-new-password-7"})
    assert player_of(client) == str(dana.pk)


def test_no_one_learns_whether_an_address_is_known(
    client: Client, mailoutbox: list[EmailMessage]
) -> None:
    answer = client.post("/accounts/password/reset/", {"email": "who@example.org"}, follow=True)
    assert "password/reset/done" in answer.wsgi_request.path


def test_a_mailed_code_logs_in(
    client: Client, dana: Player, mailoutbox: list[EmailMessage]
) -> None:
    client.post("/accounts/login/code/", {"email": "alice@example.org"})
    code = re.search(r"^\s*([A-Z0-9-]{6,9})\s*$", str(mailoutbox[-1].body), re.MULTILINE)
    assert code is not None
    client.post("/accounts/login/code/confirm/", {"code": code[1]})
    assert player_of(client) == str(dana.pk)


def asks_to_confirm(client: Client) -> bool:
    """Tell whether the player must confirm who they are before a second factor is turned on."""
    answer = client.get("/accounts/2fa/totp/activate/")
    return answer.headers.get("Location", "").startswith("/accounts/reauthenticate/")


@pytest.mark.parametrize("before", ["stranger", "guest"])
def test_a_password_given_just_now_is_not_asked_for_again(
    visit: Visit, alice: Player, guest: Player, before: str
) -> None:
    browser = visit(guest) if before == "guest" else Client()
    browser.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert player_of(browser) == str(alice.pk)
    assert not asks_to_confirm(browser)
    session = browser.session
    session["account_authentication_methods"][0]["at"] -= 301
    session.save()
    assert asks_to_confirm(browser)


def test_a_mailed_code_confirms_nobody(
    client: Client, dana: Player, mailoutbox: list[EmailMessage]
) -> None:
    test_a_mailed_code_logs_in(client, dana, mailoutbox)
    assert asks_to_confirm(client)


def test_guessing_a_password_is_slowed_down(client: Client, alice: Player) -> None:
    for guess in range(5):
        client.post("/accounts/login/", {"login": "alice", "password": f"guess {guess}"})
    answer = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert "Too many failed attempts. Try again in five minutes." in text(answer)
    assert player_of(client) is None


def test_nobody_locks_a_player_out_from_elsewhere(client: Client, alice: Player) -> None:
    stranger = Client(REMOTE_ADDR="203.0.113.7")
    for guess in range(9):
        stranger.post("/accounts/login/", {"login": "alice", "password": f"guess {guess}"})
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert player_of(client) == str(alice.pk)


def test_guesses_from_many_addresses_are_counted_together(
    client: Client, alice: Player, settings: Settings
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "login_anywhere": "3/h/key"}
    for guess in range(3):
        stranger = Client(REMOTE_ADDR=f"203.0.113.{guess}")
        stranger.post("/accounts/login/", {"login": "alice", "password": f"guess {guess}"})
    answer = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert "Too many failed attempts." in text(answer)
    assert player_of(client) is None


def test_a_second_factor_is_required_and_the_guest_s_races_still_move_over(
    visit: Visit, alice: Player, guest: Player
) -> None:
    totp = TOTP.activate(alice, "JBSWY3DPEHPK3PXP")
    race = closed_race(guest)
    browser = visit(guest)
    answer = browser.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert answer.headers["Location"] == "/accounts/2fa/authenticate/"
    assert player_of(browser) == str(guest.pk)
    now = next(iter(yield_hotp_counters_from_time()))
    code = format_hotp_value(hotp_value(totp.instance.data["secret"], now))
    browser.post("/accounts/2fa/authenticate/", {"code": code})
    assert player_of(browser) == str(alice.pk)
    assert race.entries.get().player == alice


def test_an_authenticator_app_is_set_up_without_external_images(client: Client) -> None:
    client.post("/accounts/signup/", {"username": "dana", "password1": "kitchen-table-42"})
    client.post("/accounts/reauthenticate/", {"password": "kitchen-table-42"})
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    assert "<svg" in page
    assert "data:" not in page


def test_an_open_session_can_t_add_an_address(client: Client, dana: Player) -> None:
    client.force_login(dana)
    thief = {"email": "thief@example.org", "action_add": ""}
    answer = client.post("/accounts/email/", thief, headers={"Referer": "http://testserver/x/"})
    confirm = answer.headers["Location"]
    assert confirm == "/accounts/reauthenticate/?next=%2Fx%2F"
    assert "Nothing has changed yet." in text(client.get(confirm))
    # Nor does the owner's password carry out what was left there, whichever page asks for it.
    for page in ("/x/", "/accounts/email/"):
        session = Client()
        session.force_login(dana)
        session.post("/accounts/email/", thief, headers={"Referer": f"http://testserver{page}"})
        answer = session.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": page})
        assert answer.headers["Location"] == page
        assert [one.email for one in EmailAddress.objects.all()] == ["alice@example.org"]
    answer = client.post("/accounts/email/", thief)
    assert answer.headers["Location"] == "/accounts/reauthenticate/?next=%2Faccounts%2Femail%2F"


def test_signing_up_doesn_t_tell_whose_address_is_known(client: Client, dana: Player) -> None:
    answers = [
        client.post("/accounts/signup/", DANA | {"username": name, "email": email})
        for name, email in (("erin", "alice@example.org"), ("finn", "finn@example.org"))
    ]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert "already" not in text(client.get(answers[0].headers["Location"], follow=True))


@pytest.mark.usefixtures("dana")
def test_wrong_names_from_an_address_lock_nobody_out(client: Client) -> None:
    for number in range(60):
        client.post("/accounts/login/", {"login": f"phantom{number}", "password": PASSWORD})
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert player_of(client)


def test_an_address_has_a_limit_of_log_ins(
    client: Client, alice: Player, settings: Settings
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "login": "3/m/ip"}
    for number in range(3):
        client.post("/accounts/login/", {"login": f"phantom{number}", "password": PASSWORD})
    answer = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert answer.status_code == 429
    elsewhere = Client(REMOTE_ADDR="203.0.113.7")
    elsewhere.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert player_of(elsewhere) == str(alice.pk)


def test_another_port_in_the_address_brings_no_more_guesses(client: Client, alice: Player) -> None:
    for guess in range(5):
        at_port = f"testserver:{8000 + guess}"
        wrong = {"login": "alice", "password": f"guess {guess}"}
        client.post("/accounts/login/", wrong, headers={"Host": at_port})
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert player_of(client) is None
