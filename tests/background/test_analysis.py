"""The analysis finds the move at which a run lost its deal."""

from __future__ import annotations

import pytest
from django_tasks_db.models import DBTaskResult

from games import tasks
from games.background import analysis
from games.engine import Board, Deal, Outcome, Rules
from games.models import Analysis, Entry, Player, Proof
from games.solver import Budget
from tests.background.runs import BEFORE, hopeless_run, lost_run, saved_run, won_run
from tests.background.workers import Crew
from tests.models.stored_races import act, closed_race, winnable_race
from tests.processes import BACKENDS

PLAYED = """
from django.utils import timezone
from games.models import Player, Race
from tests.background.runs import lost_run
lost_run(Player.objects.create_guest())
Race.objects.update(closed_at=timezone.now())
"""

LOST_BY = """
from games.models import Analysis
print([analysis.lost_by for analysis in Analysis.objects.all()])
"""


def analysed(entry: Entry) -> Analysis:
    assert analysis.analyse(entry.pk)
    return Analysis.objects.get(entry=entry)


def wins(entry: Entry, moves: list[str]) -> bool:
    """Return whether these moves win the deal of an entry."""
    board = Board(Rules.parse(entry.race.rules), Deal.parse(entry.race.deal.cards))
    for move in moves:
        board.push(board.find_move(move))
    return board.outcome() is Outcome.WON


@pytest.mark.slow
@pytest.mark.django_db
def test_the_move_that_lost_the_deal_is_found(alice: Player) -> None:
    entry = lost_run(alice)
    found = analysed(entry)
    assert (found.winnable_until, found.lost_from, found.undecided) == (17, 18, 0)
    assert found.lost_by == 18
    assert found.taken_back == [2, 3]
    assert found.wasted_ms == 2000
    _race, moves = winnable_race(alice)
    assert wins(entry, moves[:BEFORE] + found.rescue.split())


@pytest.mark.django_db
def test_a_loss_that_is_undone_does_not_count(alice: Player) -> None:
    found = analysed(saved_run(alice))
    assert (found.winnable_until, found.lost_from, found.lost_by) == (18, None, None)
    assert found.taken_back == [16, 17]
    assert found.rescue


@pytest.mark.django_db
def test_the_analysis_of_a_win_lists_its_detours_and_a_solution(alice: Player) -> None:
    entry = won_run(alice)
    found = analysed(entry)
    assert (found.lost_by, found.circling) == (None, [2, 3])
    assert found.direct == entry.moves - 2
    assert wins(entry, found.solution)
    assert Proof.objects.get().difficulty


@pytest.mark.django_db
def test_a_hopeless_deal_is_lost_from_the_start(alice: Player) -> None:
    found = analysed(hopeless_run(alice))
    assert (found.winnable_until, found.lost_from, found.lost_by) == (None, 0, None)
    assert (found.solution, Proof.objects.get().kind) == ([], "lost")


@pytest.mark.django_db
def test_positions_that_the_solver_cannot_decide_stay_open(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis, "BUDGET", Budget(states=1))
    found = analysed(lost_run(alice))
    assert found.lost_by is None
    assert found.winnable_until is None


@pytest.mark.django_db
def test_a_run_is_analysed_once(alice: Player) -> None:
    entry = lost_run(alice)
    assert analysis.analyse(entry.pk)
    assert not analysis.analyse(entry.pk)
    assert Analysis.objects.count() == 1


@pytest.mark.django_db
def test_running_races_and_runs_without_moves_are_not_analysed(alice: Player, bob: Player) -> None:
    race, moves = winnable_race(alice)
    running = act(race, alice, moves[0])
    no_show = closed_race(bob).entries.get()
    for entry in (running, no_show):
        assert not analysis.analyse(entry.pk)
    tasks.analyse_missed()
    assert not DBTaskResult.objects.exists()


@pytest.mark.parametrize("backend", BACKENDS)
def test_workers_analyse_a_run_once_even_if_it_was_never_queued(crew: Crew) -> None:
    crew.ask(PLAYED)
    for _ in range(2):
        crew.start()
    crew.wait_until("Analysis.objects.exists()")
    crew.wait_until("not DBTaskResult.objects.exclude(status='SUCCESSFUL').exists()")
    assert crew.ask(LOST_BY) == "[18]"
