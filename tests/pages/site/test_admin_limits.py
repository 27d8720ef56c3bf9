"""The admin's own limits: of strangers' requests, and of wrong codes of staff."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core.cache import cache
from django.test import Client
from pytest_django.fixtures import Settings

from games.models import Player
from tests.pages.page import text
from tests.staff import SECRET

pytestmark = pytest.mark.django_db

STAFF = {"login": "warden", "password": "quiet otters swim"}
ALICE = {"login": "alice", "password": "correct horse"}
CODE = "/accounts/2fa/authenticate/"


@pytest.fixture(autouse=True)
def _uncounted() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def right() -> str:
    """Return the authenticator app's current code."""
    now = next(iter(yield_hotp_counters_from_time()))
    return str(format_hotp_value(hotp_value(SECRET, now)))


def wrong() -> str:
    """Return a code that the app shows at no time near this one."""
    near = {format_hotp_value(hotp_value(SECRET, now)) for now in yield_hotp_counters_from_time()}
    return next(code for code in ("111111", "222222", "333333", "444444") if code not in near)


def guess(browser: Client, login: dict[str, str], codes: int) -> None:
    """Log in with the right password, then enter wrong codes."""
    browser.post("/accounts/login/", login)
    for _ in range(codes):
        assert browser.post(CODE, {"code": wrong()}).status_code == 200


def is_logged_in(browser: Client) -> bool:
    return "_auth_user_id" in browser.session


def limited(settings: Settings, **limits: str) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, **limits}


def knock(browser: Client) -> None:
    """Make requests until the admin's limit of three is reached."""
    paths = ("/admin/", "/admin/games/race/", "/admin/login/")
    assert [browser.get(path).status_code for path in paths] == [302, 302, 302]
    for path in (*paths, "/admin/nothing/", "/admin/logout/"):
        assert browser.get(path).status_code == 429
        assert browser.post(path).status_code == 429


def test_strangers_reach_the_limit_of_the_admin_and_players_log_in_all_the_same(
    client: Client, alice: Player, settings: Settings
) -> None:
    limited(settings, admin="3/m/ip")
    knock(client)
    assert Client(REMOTE_ADDR="203.0.113.7").get("/admin/").status_code == 302
    assert client.get("/").status_code == 200
    client.post("/accounts/login/", ALICE)
    assert is_logged_in(client)
    assert client.get("/admin/login/").status_code == 429, "players are strangers here"


def test_a_stranger_keeps_no_staff_at_the_same_address_out(
    client: Client, staff: Player, settings: Settings
) -> None:
    limited(settings, admin="3/m/ip")
    knock(Client())
    client.post("/accounts/login/", STAFF)
    client.post(CODE, {"code": right()})
    assert [client.get("/admin/").status_code for _ in range(5)] == [200] * 5


def test_five_wrong_codes_refuse_the_right_one(client: Client, alice: Player) -> None:
    TOTP.activate(alice, SECRET)
    guess(client, ALICE, 5)
    answer = client.post(CODE, {"code": right()})
    assert "Too many failed attempts. Try again in five minutes." in text(answer)
    assert not is_logged_in(client)


def test_staff_get_fewer_codes_wrong_than_players(
    client: Client, staff: Player, alice: Player, settings: Settings
) -> None:
    limited(settings, admin_code="3/h/key")
    TOTP.activate(alice, SECRET)
    guess(client, STAFF, 3)
    answer = client.post(CODE, {"code": right()})
    assert "Too many wrong codes. Try again in an hour." in text(answer)
    assert not is_logged_in(client)
    player = Client()
    guess(player, ALICE, 3)
    player.post(CODE, {"code": right()})
    assert is_logged_in(player)


def test_a_right_code_of_staff_begins_the_count_anew(
    client: Client, staff: Player, settings: Settings
) -> None:
    limited(settings, admin_code="3/h/key")
    guess(client, STAFF, 2)
    client.post(CODE, {"code": right()})
    assert is_logged_in(client)
    client.logout()
    guess(client, STAFF, 2)
    assert "Too many" not in text(client.post(CODE, {"code": wrong()}))
    assert "Too many" in text(client.post(CODE, {"code": wrong()}))
