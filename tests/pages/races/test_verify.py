"""The page that checks a race in the browser: what the server puts into it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from games.models import Player, Race
from tests.models.stored_races import open_race
from tests.pages.conftest import Visit
from tests.pages.played import entry
from tests.pages.played import race as race

pytestmark = pytest.mark.django_db


def page_data(answer: Any) -> dict[str, Any]:
    """Return what the page's module reads."""
    found = re.search(r'<script id="page" type="application/json">(.*?)</script>', answer.text)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_a_code_leads_to_the_document_and_the_boards(
    client: Client, race: Race, alice: Player, bob: Player
) -> None:
    answer = client.get("/verify/", {"code": race.code.lower()})
    assert answer.status_code == 200
    page = page_data(answer)
    runs = [entry(race, player).pk for player in (alice, bob)]
    assert page == {
        "document": f"/race/{race.code}/race.json",
        "runs": [f"/entry/{pk}/frames" for pk in runs],
    }
    for address in (page["document"], *page["runs"]):
        assert client.get(address).status_code == 200


def test_without_a_code_it_asks_for_a_document(client: Client) -> None:
    answer = client.get("/verify/")
    assert answer.status_code == 200
    assert page_data(answer) == {"document": None, "runs": []}


@pytest.mark.parametrize("code", ["", "QQQQQQ", "<script>", "x" * 500])
def test_a_code_of_no_race_is_answered_in_a_sentence(client: Client, code: str) -> None:
    answer = client.get("/verify/", {"code": code})
    assert answer.status_code == 404
    assert 'role="alert"' in answer.text
    assert page_data(answer)["document"] is None


def test_a_race_that_is_not_over_looks_like_none(visit: Visit, alice: Player) -> None:
    browser = visit(alice)
    own, none = (
        browser.get("/verify/", {"code": code}) for code in (open_race(alice).code, "QQQQQQ")
    )
    assert own.status_code == none.status_code == 404
    assert "No finished race that you may see has this code." in own.text
    assert page_data(own) == page_data(none)


def test_the_result_links_to_it(client: Client, race: Race) -> None:
    page = client.get(race.get_absolute_url()).content.decode()
    assert f'href="/verify/?code={race.code}"' in page
