from __future__ import annotations

import pytest
from django.core.cache import cache

from games.models import Match, Player, Race
from games.models.races.closing import close_race
from games.models.races.rematch import open_rematch
from games.pages.site.clock import now
from games.racing import Goal
from tests.api.programs import Program, token_of
from tests.clocks import at
from tests.models.stored_races import END, RULES, act, closed_race, started_race

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_limits_from_before() -> None:
    cache.clear()


@pytest.fixture
def mine(alice: Player) -> Program:
    return Program(token_of(alice))


@pytest.mark.parametrize(
    ("sent", "goal"),
    [
        ({}, Goal()),
        ({"target": 3}, Goal(3)),
        ({"target": 7, "two_ahead": True}, Goal(7, two_ahead=True)),
    ],
)
def test_a_program_opens_a_match(mine: Program, sent: dict[str, object], goal: Goal) -> None:
    race = mine.post("races", {"rules": RULES, "match": sent}).json()
    match = Match.objects.get(races__race__code=race["code"])
    assert match.goal == goal
    assert race["match"] == {"code": match.code, "number": 1}
    assert mine.post("races", {"rules": RULES}).json()["match"] is None


@pytest.mark.parametrize(
    ("sent", "where"),
    [
        ({"target": 4}, "body.match.target"),
        ({"two_ahead": True}, "body.match.two_ahead"),
        ({"best_of": 5}, "body.match.best_of"),
    ],
)
def test_what_is_no_match_opens_no_race(mine: Program, sent: object, where: str) -> None:
    refused = mine.post("races", {"rules": RULES, "match": sent})
    assert refused.status_code == 400
    assert where in {fault["where"] for fault in refused.json()["faults"]}
    assert not Race.objects.exists()


def test_everyone_reads_the_score(mine: Program, alice: Player, bob: Player) -> None:
    before = started_race(alice, bob)
    act(before, alice, "deal", "end")
    act(before, bob, "end")
    close_race(before, at(END))
    again = open_rematch(before, bob, now)
    match = Match.objects.get()
    told = Program().get(f"matches/{match.code.lower()}").json()
    points = {one["player"]["name"]: one["points"] for one in told["players"]}
    assert sum(points.values()) == 1
    assert told["state"] == "on"
    assert [(race["number"], race["code"]) for race in told["races"]] == [
        *((1, before.code), (2, again.code)),
    ]
    assert told["races"][1]["closed_at"] is None
    assert mine.get(f"races/{again.code}").json()["match"] == {"code": match.code, "number": 2}


def test_a_player_stops_a_match_and_a_stranger_does_not(
    mine: Program, alice: Player, bob: Player, charlie: Player
) -> None:
    again = open_rematch(closed_race(alice, bob), alice, now)
    code = Match.objects.get().code
    refused = Program(token_of(charlie)).post(f"matches/{code}/stop")
    assert (refused.status_code, refused.json()["code"]) == (409, "not-seated")
    for _ in range(2):
        stopped = mine.post(f"matches/{code}/stop")
        assert (stopped.status_code, stopped.json()["state"]) == (201, "stopped")
    assert not Race.objects.filter(code=again.code).exists()


@pytest.mark.parametrize("code", ["QQQQQQ", "x", "a" * 300])
def test_no_other_code_is_a_match(code: str) -> None:
    assert Program().get(f"matches/{code}").status_code == 404
