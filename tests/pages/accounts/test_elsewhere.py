"""Logging in by an account elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import Player
from tests import manage
from tests.models.tables import closed_race
from tests.pages.accounts.provider import CODE, provider
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db

LOGIN = "/accounts/oidc/club/login/"


@pytest.fixture(autouse=True)
def _club(settings: Settings) -> Iterator[None]:
    with provider() as address:
        app = {
            "provider_id": "club",
            "name": "The Club",
            "client_id": "same-deal",
            "secret": "hush",
            "settings": {"server_url": address},
        }
        settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [app]}}
        yield


def come_back(browser: Client) -> str:
    """Go to the provider, say yes, and be sent back; where the site leads next."""
    away = browser.post(LOGIN).headers["Location"]
    state = parse_qs(urlsplit(away).query)["state"][0]
    answer = browser.get(f"{LOGIN}callback/", {"code": CODE, "state": state})
    return answer.headers["Location"]


def sign_up(browser: Client) -> Player:
    assert come_back(browser) == "/accounts/3rdparty/signup/"
    browser.post("/accounts/3rdparty/signup/", {"username": "dana", "email": "dana@example.org"})
    return Player.objects.get(username="dana")


def test_the_button_is_there_if_a_provider_is(client: Client, settings: Settings) -> None:
    assert "The Club" in text(client.get("/accounts/login/"))
    settings.SOCIALACCOUNT_PROVIDERS = {}
    assert "The Club" not in text(client.get("/accounts/login/"))


def test_a_newcomer_chooses_a_name_and_finds_back(client: Client) -> None:
    dana = sign_up(client)
    assert (dana.name, dana.guest, dana.has_usable_password()) == ("dana", False, False)
    again = Client()
    come_back(again)
    assert again.session["_auth_user_id"] == str(dana.pk)


def test_a_guest_brings_the_history_along(visit: Visit, guest: Player) -> None:
    race = closed_race(guest)
    dana = sign_up(visit(guest))
    assert race.entries.get().player == dana
    assert not Player.objects.filter(guest=True).exists()


def test_a_guest_brings_the_history_into_a_known_account(
    client: Client, visit: Visit, guest: Player
) -> None:
    dana = sign_up(client)
    race = closed_race(guest)
    come_back(visit(guest))
    assert race.entries.get().player == dana


def test_a_provider_is_set_up_by_the_environment() -> None:
    environment = {
        "LOGIN_PROVIDER_URL": "https://id.example.org/realms/club",
        "LOGIN_PROVIDER_NAME": "The Club",
    }
    said = manage.run(
        environment,
        "shell",
        "--no-imports",
        "--command",
        "from django.conf import settings as s;"
        "print(s.SOCIALACCOUNT_PROVIDERS['openid_connect']['APPS'][0]['name'],"
        "s.CONTENT_SECURITY_POLICY['DIRECTIVES']['form-action'])",
    )
    assert said.strip() == "The Club [\"'self'\", 'https://id.example.org']"
