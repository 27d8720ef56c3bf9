"""Access to the admin: a second factor for all staff, and confirmation before a decision."""

from __future__ import annotations

import time
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from games.models import Entry, Player, Race, Ruling
from tests.addresses import addresses
from tests.models.stored_races import closed_race
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.staff import SECRET, note_second_factor, use_second_factor

pytestmark = pytest.mark.django_db

PASSWORD = "quiet otters swim"
LOGIN = {"login": "warden", "password": PASSWORD}
ADMIN = sorted(
    {
        address.path(dict.fromkeys(address.parameters, "1"))
        for address in addresses()
        if str(address).startswith("/admin/")
    }
)


@pytest.fixture(autouse=True)
def _unthrottled(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"admin": None}
    cache.clear()


@pytest.fixture
def warden(db: None) -> Player:
    """Return a superuser with a password and no second factor."""
    return Player.objects.create_superuser("warden", password=PASSWORD, name="Warden")


def code() -> str:
    """Return the authenticator app's current code."""
    return shown_by_app(SECRET)


def shown_by_app(secret: str) -> str:
    """Return an authenticator app's current code for a secret."""
    now = next(iter(yield_hotp_counters_from_time()))
    return str(format_hotp_value(hotp_value(secret, now)))


def target(location: str) -> str:
    """Return the page that a log-in finally leads to."""
    return parse_qs(urlsplit(location).query)["next"][0]


def shown(browser: Client) -> Iterator[tuple[str, int, str]]:
    """Yield each admin address with its status and location, for a GET and for a POST."""
    for path in ADMIN:
        for answer in (browser.get(path), browser.post(path, {"username": "warden"})):
            yield path, answer.status_code, answer.headers.get("Location", "")


@pytest.mark.parametrize("who", ["stranger", "guest", "password alone", "factor not used"])
def test_no_page_of_the_admin_answers_without_a_second_factor(
    visit: Visit, warden: Player, guest: Player, who: str
) -> None:
    assert len(ADMIN) > 80
    browser = Client() if who == "stranger" else visit(guest if who == "guest" else warden)
    if who == "factor not used":
        TOTP.activate(warden, SECRET)
        browser = visit(warden)
    elsewhere = ("/admin/login/", "/accounts/")
    for path, status, location in shown(browser):
        if who == "guest" and path == "/admin/login/":
            assert status == 403
        else:
            assert (path, status) == (path, 302)
            assert location.startswith(elsewhere) or (path, location) == (
                "/admin/logout/",
                "/admin/",
            )


def test_the_admin_uses_the_site_s_own_log_in(client: Client, warden: Player) -> None:
    form = {"username": "warden", "password": PASSWORD}
    for answer, back in (
        (client.get("/admin/", follow=True), "/admin/"),
        (client.post("/admin/login/?next=/admin/", form, follow=True), "/admin/"),
        (client.post("/admin/login/", form, follow=True), "/admin/login/"),
    ):
        path, _status = answer.redirect_chain[-1]
        assert path.startswith("/accounts/login/")
        assert target(path) == back
    assert "_auth_user_id" not in client.session


def test_guessing_a_staff_password_is_slowed_down(client: Client, warden: Player) -> None:
    for guess in range(25):
        client.post("/accounts/login/?next=/admin/", LOGIN | {"password": f"guess {guess}"})
    answer = client.post("/accounts/login/?next=/admin/", LOGIN)
    assert "Too many failed attempts" in text(answer)
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db(transaction=True)
def test_staff_without_a_second_factor_must_set_one_up(client: Client, warden: Player) -> None:
    client.post("/accounts/login/", LOGIN)
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1] == ("/accounts/2fa/", 302)
    assert "The admin needs a second factor." in text(answer)
    client.get("/accounts/2fa/totp/activate/")
    secret = client.session["mfa.totp.secret"]
    now = next(iter(yield_hotp_counters_from_time()))
    client.post(
        "/accounts/2fa/totp/activate/", {"code": format_hotp_value(hotp_value(secret, now))}
    )
    assert Authenticator.objects.filter(user=warden, type="totp").exists()
    # It must work once, so that a broken second factor locks no one out.
    assert client.get("/admin/", follow=True).redirect_chain[-1][0] == (
        "/accounts/2fa/reauthenticate/?next=%2Fadmin%2F"
    )


def test_staff_with_a_second_factor_get_in(client: Client, staff: Player) -> None:
    address = reverse("admin:games_race_changelist")
    answer = client.get(address, follow=True)
    answer = client.post(answer.redirect_chain[-1][0], LOGIN | {"next": address})
    assert answer.headers["Location"].startswith("/accounts/2fa/authenticate/")
    assert "_auth_user_id" not in client.session, "the password alone counts nowhere"
    answer = client.post("/accounts/2fa/authenticate/", {"code": code()})
    assert answer.headers["Location"] == address
    assert client.get(address).status_code == 200
    form = client.get(reverse("admin:games_player_change", args=[staff.pk]))
    assert form.status_code == 200, "they have just said who they are"


def test_a_session_without_the_second_factor_must_use_it_first(visit: Visit, staff: Player) -> None:
    browser = visit(staff)
    address = reverse("admin:games_race_changelist")
    location = browser.get(address, follow=True).redirect_chain[-1][0]
    assert location.startswith("/accounts/2fa/reauthenticate/")
    assert target(location) == address
    browser.post(location, {"code": code(), "next": address})
    assert browser.get(address).status_code == 200


def test_a_removed_second_factor_does_not_count(
    admin_client: Client, visit: Visit, staff: Player
) -> None:
    assert admin_client.get("/admin/").status_code == 200
    used = Authenticator.objects.get(user=staff).pk
    Authenticator.objects.filter(user=staff).delete()
    TOTP.activate(staff, SECRET)
    browser = visit(staff)
    note_second_factor(browser, staff, used, time.time())
    assert browser.get("/admin/").status_code == 302


@pytest.mark.django_db(transaction=True)
def test_a_new_second_factor_ends_the_sessions_begun_without_it(
    visit: Visit, alice: Player
) -> None:
    here, elsewhere = visit(alice), visit(alice)
    here.post("/accounts/reauthenticate/", {"password": "correct horse"})
    here.get("/accounts/2fa/totp/activate/")
    secret = here.session["mfa.totp.secret"]
    here.post("/accounts/2fa/totp/activate/", {"code": shown_by_app(secret)})
    assert here.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302
    elsewhere.post("/accounts/login/", {"login": "alice", "password": "correct horse"})
    assert elsewhere.get("/account/").status_code == 302, "the second factor is still to come"


def test_existing_sessions_continue_while_no_second_factor_is_added(
    visit: Visit, guest: Player, alice: Player
) -> None:
    for player in (guest, alice):
        browser = visit(player)
        player.refresh_from_db()
        player.save()
        assert str(player.pk) == browser.session["_auth_user_id"]
        assert player.name in text(browser.get("/history/")) or player.guest
        assert browser.get("/friends/").status_code == (302 if player.guest else 200)


@pytest.fixture
def entry(alice: Player, bob: Player) -> Entry:
    """Return a run that staff can rule on."""
    return closed_race(alice, bob).entries.get(player=alice)


def players() -> list[tuple[object, ...]]:
    """Return the fields of players that staff could change."""
    return list(Player.objects.order_by("pk").values_list("username", "password", "is_active"))


def ruling(entry: Entry) -> dict[str, str]:
    return {"entry": str(entry.pk), "decision": "void", "reason": "Played by a program."}


def test_a_ruling_asks_staff_to_confirm(admin_client: Client, staff: Player, entry: Entry) -> None:
    use_second_factor(admin_client, staff, at=time.time() - 3600)
    address = f"{reverse('admin:games_ruling_add')}?entry={entry.pk}"
    for answer in (admin_client.get(address), admin_client.post(address, ruling(entry))):
        location = answer.headers["Location"]
        assert location.startswith("/accounts/reauthenticate/")
        assert target(location) == address
    assert not Ruling.objects.exists()
    answer = admin_client.post(location, {"password": PASSWORD, "next": address})
    assert answer.headers["Location"] == address
    assert not Ruling.objects.exists(), "a form is never stored and sent later"
    assert admin_client.post(address, ruling(entry)).status_code == 302
    assert Ruling.objects.get().staff == staff


def test_every_form_of_the_admin_asks_staff_to_confirm(
    admin_client: Client, staff: Player, entry: Entry
) -> None:
    use_second_factor(admin_client, staff, at=time.time() - 3600)
    stored = [players(), Race.objects.count()]
    for path in ADMIN:
        if path in ("/admin/logout/", "/admin/login/"):
            continue
        answer = admin_client.post(path, {"action": "delete_selected", "post": "yes"})
        assert answer.status_code == 302, path
        assert answer.headers["Location"].startswith("/accounts/reauthenticate/"), path
    assert stored == [players(), Race.objects.count()]
    assert "request" not in admin_client.session.get("account_reauthentication_state", {})


def test_looking_needs_no_confirmation(admin_client: Client, staff: Player, entry: Entry) -> None:
    use_second_factor(admin_client, staff, at=time.time() - 3600)
    for name in ("race", "entry", "review", "ruling", "player"):
        assert admin_client.get(reverse(f"admin:games_{name}_changelist")).status_code == 200
    assert admin_client.get(reverse("admin:games_entry_change", args=[entry.pk])).status_code == 200


def test_staff_log_out_without_confirmation(admin_client: Client, staff: Player) -> None:
    use_second_factor(admin_client, staff, at=time.time() - 3600)
    admin_client.post("/admin/logout/")
    assert "_auth_user_id" not in admin_client.session


def test_no_admin_page_shows_the_secret_of_a_second_factor(
    admin_client: Client, staff: Player
) -> None:
    factor = Authenticator.objects.get(user=staff)
    page = admin_client.get(reverse("admin:mfa_authenticator_change", args=[factor.pk]))
    assert page.status_code == 200
    assert factor.data["secret"] not in page.content.decode()
    assert "secret" not in page.content.decode()


def test_an_unconfirmed_staff_address_is_no_dead_end(client: Client) -> None:
    Player.objects.create_superuser("warden", email="warden@example.org", password=PASSWORD)
    client.post("/accounts/login/", LOGIN)
    assert not EmailAddress.objects.filter(verified=False).exists()
    assert client.get("/accounts/2fa/totp/activate/").status_code == 200


def test_nothing_is_deleted_by_the_page(
    admin_client: Client, staff: Player, entry: Entry, bob: Player
) -> None:
    address = reverse("admin:games_player_changelist")
    assert "delete_selected" not in admin_client.get(address).content.decode()
    chosen = {"action": "delete_selected", "_selected_action": [str(bob.pk)], "post": "yes"}
    admin_client.post(address, chosen)
    assert Player.objects.filter(pk=bob.pk).exists()
    for player in (bob, staff):
        alone = reverse("admin:games_player_delete", args=[player.pk])
        answer = admin_client.post(alone, {"post": "yes"})
        assert answer.status_code == 403
        assert "run manage.py erase USERNAME" in text(answer)
        change = admin_client.get(reverse("admin:games_player_change", args=[player.pk]))
        assert alone not in change.content.decode()
    assert Player.objects.count() == len({bob, staff, entry.player})


def test_a_ruling_names_whose_run_it_is_about(
    admin_client: Client, staff: Player, entry: Entry
) -> None:
    form = admin_client.get(f"{reverse('admin:games_ruling_add')}?entry={entry.pk}")
    assert f"Alice in {entry.race.code}" in text(form)


def test_a_form_with_changes_is_asked_for_by_staff_who_have_confirmed(
    admin_client: Client, staff: Player, bob: Player
) -> None:
    use_second_factor(admin_client, staff, at=time.time() - 3600)
    address = reverse("admin:games_player_change", args=[bob.pk])
    location = admin_client.get(address).headers["Location"]
    assert location.startswith("/accounts/reauthenticate/")
    assert target(location) == address
    admin_client.post(location, {"password": PASSWORD, "next": address})
    form = admin_client.get(address).context["adminform"].form.initial
    sent = {name: value for name, value in form.items() if value not in (None, False)}
    sent = {name: value for name, value in sent.items() if isinstance(value, str)}
    admin_client.post(address, sent | {"name": "Robert", "last_login_0": "", "last_login_1": ""})
    bob.refresh_from_db()
    assert bob.name == "Robert"


@pytest.mark.parametrize(
    ("username", "refusal"),
    [
        ("8ob", None),
        ("b0b", "is taken or too close to a name that is"),
        ("samedeal", "sounds like the site itself"),
    ],
)
def test_staff_add_no_account_with_a_name_that_nobody_could_choose(
    admin_client: Client, bob: Player, username: str, refusal: str | None
) -> None:
    asked = {"username": username, "usable_password": "true"}
    asked |= {"password1": PASSWORD, "password2": PASSWORD}
    answer = admin_client.post(reverse("admin:games_player_add"), asked)
    assert Player.objects.filter(username=username).exists() == (refusal is None)
    assert refusal is None or refusal in text(answer)
