"""A program on another device, let in by the code that it shows."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.idp.oidc.models import Client as Application
from django.core.cache import cache
from django.test import Client

from games.models import Player
from games.models.people.application import register
from tests.api.programs import Program
from tests.applications import CALLBACK, submit
from tests.pages.conftest import Visit
from tests.pages.page import text

DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


@pytest.fixture
def shown(client: Client, application: Application) -> dict[str, Any]:
    """Return what the device was told."""
    sent = {"client_id": application.pk, "scope": "read race"}
    answer: dict[str, Any] = submit(client, "device/code", sent).json()
    return answer


def poll(application: Application, shown: dict[str, Any]) -> Any:
    # A device waits five seconds between questions; a test doesn't.
    key = f"allauth.idp.oidc.device_code[{shown['device_code']}]"
    if stored := cache.get(key):
        cache.set(key, {**stored, "last_poll_at": 0})
    sent = {
        "grant_type": DEVICE,
        "client_id": application.pk,
        "device_code": shown["device_code"],
    }
    return submit(Client(), "token", sent).json()


def test_a_device_is_let_in(
    visit: Visit, alice: Player, application: Application, shown: dict[str, Any]
) -> None:
    assert shown["verification_uri"] == "http://testserver/oauth/device"
    assert poll(application, shown)["error"] == "authorization_pending"
    browser = visit(alice)
    typed = shown["user_code"].lower().replace("-", " ")
    page = browser.get("/oauth/device", {"code": typed})
    for part in ("Give Deal Bot access?", "Alice", shown["user_code"], "play as you", "Bob"):
        assert part in text(page)
    done = browser.post(f"/oauth/device?code={shown['user_code']}", {"answer": "allow"})
    assert "Deal Bot has access" in text(done)
    tokens = poll(application, shown)
    assert Program(tokens["access_token"]).get("me").json()["player"]["name"] == "Alice"
    assert Program(tokens["access_token"]).get("me/tokens").status_code == 403
    # The code is used up.
    assert poll(application, shown)["error"] == "invalid_grant"
    assert browser.get("/oauth/device", {"code": shown["user_code"]}).status_code == 400


def test_a_device_is_kept_out(
    visit: Visit, alice: Player, application: Application, shown: dict[str, Any]
) -> None:
    page = visit(alice).post(f"/oauth/device?code={shown['user_code']}", {"answer": "deny"})
    assert "Deal Bot has no access" in text(page)
    assert poll(application, shown)["error"] == "access_denied"


def test_a_device_that_asks_too_often_is_told_so(
    client: Client, application: Application, shown: dict[str, Any]
) -> None:
    sent = {
        "grant_type": DEVICE,
        "client_id": application.pk,
        "device_code": shown["device_code"],
    }
    errors = [submit(client, "token", sent).json()["error"] for _ in range(2)]
    assert errors == ["authorization_pending", "slow_down"]


@pytest.mark.parametrize("code", ["", "ABCD-EFGH", "x" * 300, "\N{SNOWMAN}", "a\tb", "'; --"])
def test_a_code_that_no_device_shows_lets_nobody_in(
    visit: Visit, alice: Player, shown: dict[str, Any], code: str
) -> None:
    page = visit(alice).get("/oauth/device", {"code": code})
    assert page.status_code == 400
    assert "field-error" in page.content.decode()


def test_codes_can_not_be_tried_without_end(visit: Visit, alice: Player) -> None:
    browser = visit(alice)
    for _ in range(5):
        browser.get("/oauth/device", {"code": "ABCD-EFGH"})
    page = text(browser.get("/oauth/device", {"code": "ABCD-EFGH"}))
    assert "too many requests" in page


def test_guests_and_strangers_log_in_first(visit: Visit, guest: Player, client: Client) -> None:
    for browser in (client, visit(guest)):
        answer = browser.get("/oauth/device?code=ABCD-EFGH")
        assert answer["Location"].startswith("/accounts/login/?next=/oauth/device")


def test_a_page_of_another_site_cannot_let_a_device_in(
    alice: Player, application: Application, shown: dict[str, Any]
) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    answer = browser.post(f"/oauth/device?code={shown['user_code']}", {"answer": "allow"})
    assert answer.status_code == 403
    assert poll(application, shown)["error"] == "authorization_pending"


@pytest.mark.parametrize("scope", ["read staff", None])
def test_a_device_asks_for_what_is_offered(
    client: Client, application: Application, scope: str | None
) -> None:
    sent = {"client_id": application.pk} | ({} if scope is None else {"scope": scope})
    answer = submit(client, "device/code", sent)
    assert answer.status_code == (400 if scope else 200)


def test_only_programs_that_keep_no_secret_show_codes(client: Client, bob: Player) -> None:
    server, _ = register(bob, "Server", [CALLBACK], confidential=True)
    assert submit(client, "device/code", {"client_id": server.pk}).status_code >= 400
