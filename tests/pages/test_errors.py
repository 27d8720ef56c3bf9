from __future__ import annotations

from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.views.defaults import bad_request

from games.models import Player
from tests.pages.conftest import Visit
from tests.pages.page import text

pytestmark = pytest.mark.django_db


def test_a_page_that_is_not_there_leads_back(client: Client) -> None:
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert "There is no such page" in text(answer)
    assert 'href="/"' in answer.content.decode()


def test_a_form_that_has_expired_says_what_to_do() -> None:
    answer = Client(enforce_csrf_checks=True).post("/race/")
    assert answer.status_code == 403
    assert "load it again" in text(answer)


def test_a_senseless_request_is_answered_in_the_look_of_the_site(rf: RequestFactory) -> None:
    answer = bad_request(rf.get("/"), ValueError("senseless"))
    assert answer.status_code == 400
    assert "We couldn't read that request" in text(answer)


def test_our_own_fault_is_owned_up_to() -> None:
    browser = Client(raise_request_exception=False)
    with patch("games.pages.home.exhibits", side_effect=RuntimeError("secret reason")):
        answer = browser.get("/")
    assert answer.status_code == 500
    assert "It is not your fault." in text(answer)
    assert "secret reason" not in answer.content.decode()


@pytest.mark.parametrize(
    "place",
    [
        "games.pages.home.exhibits",  # a view
        "games.pages.seen.known_player",  # between the two
        "django.contrib.sessions.backends.db.SessionStore.load",
    ],
)
@pytest.mark.parametrize(("kind", "language"), [("text/html", "de"), ("*/*", "en")])
def test_a_database_that_is_down_is_told_wherever_it_is_found_out(
    alice: Player, visit: Visit, place: str, kind: str, language: str
) -> None:
    browser = visit(alice)
    browser.raise_request_exception = False
    with patch(place, side_effect=OperationalError("secret address")):
        answer = browser.get("/", headers={"accept": kind, "accept-language": language})
    assert answer.status_code == 503
    assert b"secret address" not in answer.content


def test_what_is_not_available_comes_again(client: Client) -> None:
    client.raise_request_exception = False
    with patch("games.pages.home.exhibits", side_effect=OperationalError("gone")):
        page = client.get("/", headers={"accept": "text/html"})
        answer = client.get("/")
    assert page.headers["Retry-After"] == answer.headers["Retry-After"] == "10"
    assert "The server cannot reach its data." in text(page)
    assert answer.content == b"The server cannot reach its data. Try again in a moment.\n"
