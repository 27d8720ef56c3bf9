from __future__ import annotations

import pytest
from django.core.cache import cache

from games.models import Match, Player, Race
from games.models.races.closing import close_race
from games.models.races.rematch import open_rematch
from games.models.races.transition import change_race
from games.pages.site.clock import now
from games.racing import Goal
from tests.api.programs import Program, token_of
from tests.clocks import at
from tests.models.stored_races import END, NOW, RULES, act, closed_race, join, started_race

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
    told = mine.get(f"matches/{match.code.lower()}").json()
    points = {one["player"]["name"]: one["points"] for one in told["players"]}
    assert sum(points.values()) == 1
    assert told["state"] == "on"
    assert [(race["number"], race["code"]) for race in told["races"]] == [
        *((1, before.code), (2, again.code)),
    ]
    assert told["races"][1]["closed_at"] is None
    assert mine.get(f"races/{again.code}").json()["match"] == {"code": match.code, "number": 2}


def test_the_number_of_a_run_leads_no_stranger_to_a_private_race_that_waits(
    mine: Program, alice: Player, bob: Player, charlie: Player
) -> None:
    before = closed_race(alice, bob)
    again = open_rematch(before, alice, now)

    def found(program: Program) -> list[str]:
        run = program.get(f"entries/{before.entries.get(player=alice).pk}").json()["run"]
        race = program.get(f"races/{run['code']}").json()
        match = program.get(f"matches/{race['match']['code']}").json()
        return [*filter(None, [race["next"]]), *(one["code"] for one in match["races"])]

    stranger = Program(token_of(charlie))
    assert found(Program()) == found(stranger) == [before.code]
    assert found(mine)[-1] == again.code
    # Who has a seat in the room knows it anyway.
    stranger.post(f"races/{again.code}/join")
    assert found(stranger) == [before.code, again.code]
    Race.objects.filter(pk=again.pk).update(watchable=True)
    assert found(Program())[-1] == again.code


def test_who_has_only_left_a_match_does_not_stop_it(
    mine: Program, alice: Player, bob: Player, charlie: Player
) -> None:
    again = open_rematch(closed_race(alice, bob), alice, at(NOW))
    for player in (bob, charlie):
        join(again, player)
    change_race(again.code, lambda race, now: race.start(alice.pk, now), at(NOW))
    act(again, alice, "deal")
    act(again, charlie, "forfeit")
    close_race(Race.objects.find(again.code), at(END))
    code, leaver = Match.objects.get().code, Program(token_of(charlie))
    refused = leaver.post(f"matches/{code}/stop")
    assert (refused.status_code, refused.json()["code"]) == (409, "not-seated")
    assert mine.post(f"matches/{code}/stop").json()["state"] == "stopped"


def test_a_player_stops_a_match_and_a_stranger_does_not(
    mine: Program, alice: Player, bob: Player, charlie: Player
) -> None:
    before = started_race(alice, bob)
    act(before, alice, "end")
    close_race(before, at(END))
    again = open_rematch(before, alice, now)
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
