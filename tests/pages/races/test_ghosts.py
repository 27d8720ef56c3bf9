"""Racing against finished runs."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from games.models import Player, Race
from tests.models.stored_races import act, closed_race, started_race
from tests.pages.conftest import Visit
from tests.pages.page import text
from tests.pages.played import entry
from tests.pages.played import race as race

pytestmark = pytest.mark.django_db


def page_data(client: Client, address: str) -> dict[str, Any]:
    """Return the data that a race page passes to its module."""
    page = client.get(address).content.decode()
    match = re.search(r'<script id="page" type="application/json">(.*?)</script>', page)
    assert match
    data: dict[str, Any] = json.loads(match[1])
    return data


def test_a_run_is_raced_in_a_practice_on_its_deal(
    visit: Visit, race: Race, alice: Player, charlie: Player
) -> None:
    run = entry(race, alice)
    client = visit(charlie)
    answer = client.post(f"/entry/{run.pk}/race")
    begun = charlie.entries.get().race
    assert answer.headers["Location"] == f"/race/{begun.code}/?ghost={run.pk}"
    assert (begun.kind, begun.deal, begun.rules) == ("solo", race.deal, race.rules)
    (ghost,) = page_data(client, answer.headers["Location"])["ghosts"]
    assert (ghost["name"], ghost["time"]) == ("Alice", run.time_ms)
    assert ghost["points"][0] == [0, 1]
    assert ghost["points"][-1][1] >= 51


def test_other_runs_on_the_deal_can_be_added(
    visit: Visit, race: Race, alice: Player, bob: Player, charlie: Player
) -> None:
    first, other = entry(race, alice), entry(race, bob)
    page = visit(charlie).get(f"/entry/{first.pk}/race?ghost={other.pk}").content.decode()
    assert re.search(rf'value="{other.pk}"[^>]* checked', page)
    answer = visit(charlie).post(f"/entry/{first.pk}/race", {"ghost": [other.pk, first.pk]})
    assert answer.headers["Location"].endswith(f"?ghost={first.pk}&ghost={other.pk}")
    ghosts = page_data(visit(charlie), answer.headers["Location"])["ghosts"]
    assert [ghost["name"] for ghost in ghosts] == ["Alice", "Bob"]


def test_a_visitor_becomes_a_guest_and_races(client: Client, race: Race, alice: Player) -> None:
    answer = client.post(f"/entry/{entry(race, alice).pk}/race", follow=True)
    assert answer.status_code == 200
    assert Player.objects.get(guest=True).entries.get().race.deal == race.deal


def test_the_shared_page_shows_the_result_of_the_run_and_no_card(
    client: Client, race: Race, alice: Player, bob: Player
) -> None:
    won = client.get(f"/entry/{entry(race, alice).pk}/race")
    assert "Alice solved Agnes Sorel in 1:29.00" in text(won)
    ended = client.get(f"/entry/{entry(race, bob).pk}/race")
    assert "Bob got 1 of 52 cards home in Agnes Sorel" in text(ended)
    for page in (won, ended):
        shown = page.content.decode()
        assert race.deal.cards[:8] not in shown
        assert "to column" not in shown


def test_a_run_on_a_secret_deal_cannot_be_raced(visit: Visit, alice: Player, bob: Player) -> None:
    running = started_race(alice)
    act(running, alice, "deal", "end")
    address = f"/entry/{entry(running, alice).pk}/race"
    for method in ("get", "post"):
        assert getattr(visit(bob), method)(address).status_code == 404
    assert not bob.entries.exists()


@pytest.mark.parametrize("query", ["ghost=99", "ghost=x", "ghost=", f"ghost={9**30}", "other=1"])
def test_only_runs_can_be_ghosts(
    visit: Visit, race: Race, alice: Player, charlie: Player, query: str
) -> None:
    visit(charlie).post(f"/entry/{entry(race, alice).pk}/race")
    begun = charlie.entries.get().race
    assert page_data(visit(charlie), f"/race/{begun.code}/?{query}")["ghosts"] == []


def test_a_run_on_another_deal_is_no_ghost_and_a_race_with_others_has_none(
    visit: Visit, race: Race, alice: Player, charlie: Player
) -> None:
    other = entry(closed_race(charlie), charlie)
    visit(charlie).post(f"/entry/{entry(race, alice).pk}/race")
    begun = charlie.entries.get(race__kind="solo").race
    assert page_data(visit(charlie), f"/race/{begun.code}/?ghost={other.pk}")["ghosts"] == []
    casual = f"/race/{race.code}/?ghost={entry(race, alice).pk}"
    assert page_data(visit(charlie), casual)["ghosts"] == []
