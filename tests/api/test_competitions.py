"""Events in the API: planning, changing and calling off, taking part, and the standings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache

from games.models import Event, Player
from games.pages.site.clock import now
from tests.api.programs import Program, token_of
from tests.models import events
from tests.models.events import MINUTE, RULES, planned
from tests.models.stored_races import NOW

pytestmark = pytest.mark.django_db

TOMORROW = (datetime.now(UTC) + timedelta(days=1)).replace(second=0, microsecond=0)


@pytest.fixture(autouse=True)
def _no_limits_from_before() -> None:
    cache.clear()


@pytest.fixture
def mine(alice: Player) -> Program:
    return Program(token_of(alice))


@pytest.fixture
def hers(bob: Player) -> Program:
    return Program(token_of(bob))


def asked(**changes: Any) -> dict[str, Any]:
    rounds = [{"rules": RULES, "minutes": 5}] * 3
    new = {"name": "Club night", "starts_at": TOMORROW.isoformat(), "rounds": rounds}
    return new | changes


def test_programs_plan_change_and_call_off(mine: Program, hers: Program) -> None:
    events.stock(3)
    answer, again = (mine.post("competitions", asked(), key="once") for _ in range(2))
    planned = answer.json()
    assert again.json()["code"] == planned["code"]
    code = planned["code"]
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/competitions/{code}")
    assert (planned["state"], planned["organiser"]["name"]) == ("coming", "Alice")
    assert all(one["commitment"] and one["key"] is None for one in planned["rounds"])
    assert [one["code"] for one in hers.get("competitions").json()["competitions"]] == [code]
    changed = mine.post(f"competitions/{code.lower()}/terms", asked(name="Another"))
    assert changed.json()["name"] == "Another"
    refused = hers.post(f"competitions/{code}/terms", asked())
    assert (refused.status_code, refused.json()["code"]) == (409, "not-organiser")
    assert mine.post(f"competitions/{code}/call-off").json()["state"] == "called-off"
    assert Event.objects.get().name == "Another"


@pytest.mark.parametrize(
    ("changes", "status", "said"),
    [
        ({"rounds": [{"rules": RULES}] * 2}, 400, "Send an array (3 to 15 items)."),
        ({"rounds": 3}, 400, "`body.rounds` is 3. Send an array (3 to 15 items)."),
        ({"rounds": [{"rules": RULES}] * 2 + [3]}, 400, "The body.rounds[2] is 3. Send a JSON"),
        ({"rounds": [{"rules": RULES, "minutes": 0}] * 3}, 400, "`body.rounds[0].minutes` is 0."),
        ({"rounds": [{"rules": "chess"}] * 3}, 400, "unknown game 'chess'"),
        ({"starts_at": "2020-01-01T00:00:00Z"}, 409, ""),
        ({"name": ""}, 400, '`body.name` is "".'),
        ({"break_minutes": 0}, 400, "`body.break_minutes` is 0."),
    ],
)
def test_what_cannot_be_planned_is_told(
    mine: Program, changes: dict[str, Any], status: int, said: str
) -> None:
    answer = mine.post("competitions", asked(**changes))
    assert answer.status_code == status, answer.content
    assert said in answer.json()["detail"]
    assert not Event.objects.exists()


def test_players_take_part_and_find_their_table(
    mine: Program, hers: Program, alice: Player
) -> None:
    real = now()
    start = real - real % MINUTE + 2 * MINUTE
    event = planned(alice, now=start - events.START + NOW)
    address = f"competitions/{event.code}"
    assert hers.post(f"{address}/join").json()["joined"]
    assert not hers.post(f"{address}/leave").json()["joined"]
    assert hers.post(f"{address}/join").json()["players"] == 1
    events.seat(event, 1)
    seen = hers.get(address).json()
    assert seen["rounds"][0]["tables"] == [seen["table"]]
    assert seen["rounds"][0]["state"] == "seated"
    race = hers.get(f"races/{seen['table']}").json()
    assert (race["kind"], race["key"]) == ("event", None)
    assert mine.get(address).json()["table"] is None


def test_an_organiser_removes_a_player(
    mine: Program, hers: Program, alice: Player, bob: Player
) -> None:
    event = planned(alice, bob, now=now() - 63 * MINUTE)
    events.race(event, 1, {bob: 5})
    address = f"competitions/{event.code}"
    refused = hers.post(f"{address}/players/{bob.pk}/remove")
    assert (refused.status_code, refused.json()["code"]) == (409, "not-organiser")
    assert mine.post(f"{address}/players/{bob.pk}/remove").json()["players"] == 0
    seen = hers.get(address).json()
    assert (seen["joined"], seen["removed"]) == (False, True)
    again = hers.post(f"{address}/join")
    assert (again.status_code, again.json()["code"]) == (409, "removed")
    rows = mine.get(f"{address}/standings").json()["rows"]
    assert [(row["player"]["name"], row["left"]) for row in rows] == [("Bob", True)]
    unknown = mine.post(f"{address}/players/{10**6}/remove")
    assert (unknown.status_code, unknown.json()["code"]) == (409, "no-player")


def test_standings_and_keys_come_round_by_round(mine: Program, alice: Player, bob: Player) -> None:
    event = planned(alice, alice, bob, now=now() - 63 * MINUTE)
    events.race(event, 1, {bob: 5, alice: 3})
    rows = mine.get(f"competitions/{event.code}/standings").json()["rows"]
    assert [(row["player"]["name"], row["points"]) for row in rows] == [("Bob", 25), ("Alice", 18)]
    rounds = mine.get(f"competitions/{event.code}").json()["rounds"]
    assert [one["key"] is not None for one in rounds] == [True, False, False]
    assert mine.get("competitions/BCDFGH").status_code == 404
