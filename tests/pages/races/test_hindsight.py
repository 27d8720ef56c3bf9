"""What pages show of a race's analysis, and to whom."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django_tasks_db.models import DBTaskResult

from games import tasks
from games.models import Action, Analysis, Entry, Player, Race
from games.models.races.closing import close_race
from games.models.races.new_race import RaceOptions, new_race
from games.racing import Kind
from tests.background.runs import LOSING, hopeless_run, lost_run, won_run
from tests.clocks import at
from tests.models.stored_races import END, NOW, act, winnable_race
from tests.pages.conftest import Visit

OnCommit = Callable[..., AbstractContextManager[object]]

pytestmark = pytest.mark.django_db


def asked(client: Client, race: Race) -> dict[str, Any]:
    answer = client.get(f"/race/{race.code}/remarks")
    assert answer.status_code == 200
    told: dict[str, Any] = answer.json()
    return told


def analysed(entry: Entry, **found: Any) -> Entry:
    """Store an analysis with these findings, and return its entry."""
    Analysis.objects.create(entry=entry, **found)
    return entry


@pytest.fixture
def lost(alice: Player) -> Entry:
    """Return a run whose 18th action lost the deal."""
    return analysed(
        lost_run(alice),
        winnable_until=17,
        lost_from=18,
        rescue="t4t7 t4f",
        taken_back=[2, 3],
        wasted_ms=2000,
        direct=17,
    )


def test_the_page_waits_for_a_missing_analysis(client: Client, alice: Player) -> None:
    entry = lost_run(alice)
    assert asked(client, entry.race) == {"waiting": True, "withheld": False, "remarks": []}
    analysed(entry, lost_from=0)
    assert not asked(client, entry.race)["waiting"]


def test_everyone_sees_the_move_that_lost_the_deal(client: Client, lost: Entry) -> None:
    [remark] = asked(client, lost.race)["remarks"]
    assert remark["sentence"].startswith("It was lost at 0:18 by this move: ")
    assert remark["sentence"].endswith(" into empty column 7. Until then it could be won.")
    assert remark["moment"] == f"/entry/{lost.pk}/replay?n=18"
    assert client.get(remark["moment"]).status_code == 200
    assert (remark["own"], remark["details"], remark["rescue"]) == (False, [], [])


def test_a_replay_with_remarks_reads_the_run_once(client: Client, lost: Entry) -> None:
    with CaptureQueriesContext(connection) as captured:
        page = client.get(f"/entry/{lost.pk}/replay").content.decode()
    assert "It was lost at 0:18 by this move: " in page
    actions = Action._meta.db_table
    assert sum(f'FROM "{actions}"' in query["sql"] for query in captured) == 1


def test_the_player_of_the_run_sees_more(visit: Visit, alice: Player, lost: Entry) -> None:
    [remark] = asked(visit(alice), lost.race)["remarks"]
    assert remark["own"]
    assert remark["details"] == ["2 moves and undos led nowhere: 2 s, thinking included."]
    assert remark["rescue"] == ["Q♦\ufe0e into empty column 7", "4♣\ufe0e to the foundation"]


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        ({"lost_from": 0}, "This deal couldn't be won."),
        ({}, "It isn't known whether this deal could be won."),
        (
            {"winnable_until": 19, "rescue": "t4t7 t4f"},
            "When the run ended, it could still be won in 2 moves.",
        ),
        (
            {"winnable_until": 1, "undecided": 3},
            "It could be won until 0:01. After that, it isn't known.",
        ),
        (
            {"lost_from": 18, "undecided": 3},
            "It was lost from 0:18 on. Before that, it isn't known.",
        ),
        (
            {"winnable_until": 1, "lost_from": 18, "undecided": 3},
            "It could be won until 0:01 and was lost from 0:18 on. In between, it isn't known.",
        ),
    ],
)
def test_the_sentence_admits_what_the_solver_does_not_know(
    client: Client, alice: Player, found: dict[str, Any], sentence: str
) -> None:
    entry = analysed(lost_run(alice), **found)
    assert asked(client, entry.race)["remarks"][0]["sentence"] == sentence


def test_a_win_is_compared_with_the_solver_s_solution(visit: Visit, alice: Player) -> None:
    entry = won_run(alice)
    line = "t1t2 " * (entry.moves - 5)
    entry.race.deal.proofs.create(rules=entry.race.rules, kind="winnable", states=7, line=line)
    analysed(entry, winnable_until=entry.moves, circling=[2, 3], wasted_ms=65_000, direct=89)
    [remark] = asked(visit(alice), entry.race)["remarks"]
    assert remark["sentence"] == "Won in 91 moves; the solver's solution takes 86."
    assert remark["moment"] is None
    assert remark["details"] == [
        "2 moves went in circles: 1:05 min, thinking included.",
        "Without them, you'd have won in 89 moves.",
    ]


@pytest.mark.parametrize(("shorter", "said"), [(5, "No undos."), (0, "No undos and no detours.")])
def test_a_win_longer_than_the_solver_s_is_not_without_detours(
    visit: Visit, alice: Player, shorter: int, said: str
) -> None:
    entry = won_run(alice)
    line = "t1t2 " * (entry.moves - shorter)
    entry.race.deal.proofs.create(rules=entry.race.rules, kind="winnable", states=7, line=line)
    analysed(entry, winnable_until=entry.moves, direct=entry.moves)
    assert asked(visit(alice), entry.race)["remarks"][0]["details"] == [said]


@pytest.mark.parametrize(
    ("hints", "sentence"),
    [(0, "With help."), (1, "With one hint."), (12, "With 12 hints.")],
)
def test_a_helped_run_says_so_and_boasts_of_nothing(
    visit: Visit, alice: Player, hints: int, sentence: str
) -> None:
    entry = won_run(alice)
    line = "t1t2 " * entry.moves
    entry.race.deal.proofs.create(rules=entry.race.rules, kind="winnable", states=7, line=line)
    analysed(entry, winnable_until=entry.moves, direct=entry.moves)
    Entry.objects.filter(pk=entry.pk).update(assisted=True, hints=hints)
    [remark] = asked(visit(alice), entry.race)["remarks"]
    assert remark["sentence"] == f"Won in 91 moves. {sentence}"
    assert remark["details"] == []


def test_nothing_is_shown_while_the_race_runs(client: Client, alice: Player, bob: Player) -> None:
    race, moves = winnable_race(alice, bob)
    analysed(act(race, alice, *moves, "end"), winnable_until=1)
    assert asked(client, race) == {"waiting": False, "withheld": False, "remarks": []}


def test_nothing_is_shown_while_another_race_runs_on_the_deal(
    client: Client, bob: Player, lost: Entry
) -> None:
    again = new_race(
        bob, lost.race.rules, at(NOW), RaceOptions(kind=Kind.CASUAL), deal=lost.race.deal
    )
    assert asked(client, lost.race) == {"waiting": False, "withheld": False, "remarks": []}
    again.delete()
    assert asked(client, lost.race)["remarks"]


def test_closing_a_race_queues_each_run_with_moves_once(
    alice: Player, bob: Player, django_capture_on_commit_callbacks: OnCommit
) -> None:
    race, moves = winnable_race(alice, bob)
    entry = act(race, alice, *moves[:15], LOSING)
    close_race(race, at(END))
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            tasks.analyse_race(race)
    waiting = DBTaskResult.objects.ready()
    assert [(task.task_name, task.args_kwargs["args"]) for task in waiting] == [
        ("analyse_entry", [entry.pk])
    ]


def test_a_race_that_does_not_exist_is_not_found(client: Client) -> None:
    assert client.get("/race/AAAAAA/remarks").status_code == 404


def test_an_analysis_gives_its_findings_as_data(alice: Player) -> None:
    entry = analysed(hopeless_run(alice), lost_from=0, taken_back=[1, 2])
    assert Analysis.objects.get(entry=entry).data() == {
        "winnable_until": None,
        "lost_from": 0,
        "lost_by": None,
        "taken_back": [1, 2],
        "circling": [],
        "wasted_ms": 0,
        "direct": 0,
        "rescue": [],
        "solution": [],
    }
