"""Logging in with an external account."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from pytest_django import Settings

from games.models import Player
from tests import manage
from tests.models.stored_races import closed_race
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.people.account.provider import CODE, provider

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
    """Consent at the provider, return, and give the address of the next page."""
    away = browser.post(LOGIN).headers["Location"]
    state = parse_qs(urlsplit(away).query)["state"][0]
    answer = browser.get(f"{LOGIN}callback/", {"code": CODE, "state": state})
    return answer.headers["Location"]


def sign_up(browser: Client) -> Player:
    assert come_back(browser) == "/accounts/3rdparty/signup/"
    browser.post("/accounts/3rdparty/signup/", {"username": "dana", "email": "dana@example.org"})
    return Player.objects.get(username="dana")


def test_the_button_appears_only_with_a_provider(client: Client, settings: Settings) -> None:
    assert "The Club" in text(client.get("/accounts/login/"))
    settings.SOCIALACCOUNT_PROVIDERS = {}
    assert "The Club" not in text(client.get("/accounts/login/"))


def test_a_newcomer_chooses_a_name_and_can_log_in_again(client: Client) -> None:
    dana = sign_up(client)
    assert (dana.name, dana.guest, dana.has_usable_password()) == ("dana", False, False)
    again = Client()
    come_back(again)
    assert again.session["_auth_user_id"] == str(dana.pk)


def test_a_guest_keeps_the_history(visit: Visit, guest: Player) -> None:
    race = closed_race(guest)
    dana = sign_up(visit(guest))
    assert race.entries.get().player == dana
    assert not Player.objects.filter(guest=True).exists()


def test_a_guest_takes_the_history_into_an_existing_account(
    client: Client, visit: Visit, guest: Player
) -> None:
    dana = sign_up(client)
    race = closed_race(guest)
    come_back(visit(guest))
    assert race.entries.get().player == dana


def test_the_environment_configures_a_provider() -> None:
    environment = {
        "LOGIN_PROVIDER_URL": "https://id.example.org/realms/club",
        "LOGIN_PROVIDER_NAME": "The Club",
        "LOGIN_PROVIDER_CLIENT_ID": "same-deal",
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
