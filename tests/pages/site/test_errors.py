from __future__ import annotations

from unittest.mock import patch

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.views.defaults import bad_request, permission_denied
from redis import RedisError

from games.models import Player
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.scraping import counted

pytestmark = pytest.mark.django_db


def test_a_missing_page_links_back(client: Client) -> None:
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert "Page not found" in text(answer)
    assert 'href="/"' in answer.content.decode()
    # Chromium complains of a part that never comes.
    assert 'rel="expect"' not in answer.content.decode()


def test_an_expired_form_says_what_to_do() -> None:
    answer = Client(enforce_csrf_checks=True).post("/race/")
    assert answer.status_code == 403
    assert "reload it" in text(answer)


def test_a_right_that_is_missing_is_no_expired_form(rf: RequestFactory) -> None:
    answer = permission_denied(rf.get("/"), PermissionDenied())
    assert answer.status_code == 403
    assert "Your account may not have the rights" in text(answer)
    assert "reload it" not in text(answer)


def test_a_bad_request_gets_a_page_of_the_site(rf: RequestFactory) -> None:
    answer = bad_request(rf.get("/"), ValueError("senseless"))
    assert answer.status_code == 400
    assert "We couldn't read that request" in text(answer)


def test_a_name_that_is_not_the_sites_is_explained_to_programs(client: Client) -> None:
    answer = client.get("/api/v1/me", headers={"host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "Ask it by one that ALLOWED_HOSTS lists" in answer.json()["detail"]


def test_the_site_admits_its_own_fault() -> None:
    browser = Client(raise_request_exception=False)
    with patch("games.pages.races.home.today_cards", side_effect=RuntimeError("secret reason")):
        answer = browser.get("/")
    assert answer.status_code == 500
    assert "It's not your fault" in text(answer)
    assert "secret reason" not in answer.content.decode()


@pytest.mark.parametrize(
    "place",
    [
        "games.pages.races.home.today_cards",  # a view
        "games.pages.people.seen.known_player",  # between the two
        "django.contrib.sessions.backends.db.SessionStore.load",
    ],
)
@pytest.mark.parametrize(("kind", "language"), [("text/html", "de"), ("*/*", "en")])
def test_a_database_outage_is_explained_wherever_it_is_noticed(
    alice: Player, visit: Visit, place: str, kind: str, language: str
) -> None:
    browser = visit(alice)
    browser.raise_request_exception = False
    before = counted("samedeal_database_failures_total", of="pages")
    with patch(place, side_effect=OperationalError("secret address")):
        answer = browser.get("/", headers={"accept": kind, "accept-language": language})
    assert answer.status_code == 503
    assert b"secret address" not in answer.content
    assert counted("samedeal_database_failures_total", of="pages") == before + 1


def test_a_failure_of_redis_is_counted_and_no_database_is_blamed(client: Client) -> None:
    client.raise_request_exception = False
    names = "samedeal_redis_failures_total", "samedeal_database_failures_total"
    before = [counted(name, of="pages") for name in names]
    with patch("games.pages.races.home.today_cards", side_effect=RedisError("secret address")):
        answer = client.get("/")
    assert answer.status_code == 500
    assert b"secret address" not in answer.content
    after = [counted(name, of="pages") for name in names]
    assert after == [before[0] + 1, before[1]]


def test_an_outage_says_when_to_try_again(client: Client) -> None:
    client.raise_request_exception = False
    with patch("games.pages.races.home.today_cards", side_effect=OperationalError("gone")):
        page = client.get("/", headers={"accept": "text/html"})
        answer = client.get("/")
    assert page.headers["Retry-After"] == answer.headers["Retry-After"] == "10"
    assert "The site is having trouble." in text(page)
    assert answer.content == b"The site is having trouble. Try again in a moment.\n"
