"""The solver as a process: lines in, lines out, and its end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.engine import Board, Deal, Rules
from tests.solver import novel
from tests.solver.test_budget import HARD

ROOT = Path(__file__).parents[2]
Worker = subprocess.Popen[str]
PATIENCE = 120


@pytest.fixture(params=["games.solver.worker"])
def worker(request: pytest.FixtureRequest) -> Iterator[Worker]:
    """Yield a worker without a compiler, which is ready sooner."""
    command = [sys.executable, "-m", request.param]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True, bufsize=1
    ) as worker:
        yield worker
        worker.kill()


def ask(worker: Worker, board: Board, seconds: float = 600) -> None:
    assert worker.stdin
    asked = {"rules": str(board.rules), "position": board.key(), "bytes": 1 << 27}
    worker.stdin.write(json.dumps({**asked, "seconds": seconds}) + "\n")


def answer(worker: Worker) -> Any:
    assert worker.stdout
    return json.loads(worker.stdout.readline())


def test_it_answers_with_verdict_and_line(worker: Worker) -> None:
    board = Board(Rules.parse("agnes-sorel"), Deal.from_key(b"3"))
    ask(worker, board)
    found = answer(worker)
    assert found["verdict"] == "winnable"
    for move in found["line"]:
        board.push(board.find_move(move))
    assert board.outcome() == "won"


def test_more_input_ends_a_search_and_is_answered_next(worker: Worker) -> None:
    assert worker.stdin
    lost = Board(Rules.parse("agnes-sorel"), Deal.from_key(b"17"))
    while lost.legal_moves:
        lost.push(list(lost.legal_moves)[-1])
    # This one arrives while the worker gets ready.
    ask(worker, HARD)
    worker.stdin.write("\n")
    assert answer(worker) == {"verdict": "unknown", "line": []}
    ask(worker, HARD)
    ask(worker, lost)
    assert answer(worker) == {"verdict": "unknown", "line": []}
    assert answer(worker) == {"verdict": "lost", "line": []}


def test_it_exits_when_no_one_reads_its_output_in_the_middle_of_a_search(worker: Worker) -> None:
    assert worker.stdout
    ask(worker, HARD)
    worker.stdout.close()
    # Its input stays open, and the search would take ten minutes.
    assert worker.wait(PATIENCE) == 0


@pytest.mark.parametrize("worker", ["tests.solver.novel"], indirect=True)
def test_a_game_without_a_search_is_unknown_and_does_not_affect_the_others(worker: Worker) -> None:
    assert worker.stdin
    question = {"rules": novel.NAME, "position": novel.position(), "bytes": 1 << 27, "seconds": 600}
    for _ in range(2):
        worker.stdin.write(json.dumps(question) + "\n")
        found = answer(worker)
        assert (found["verdict"], found["line"]) == ("unknown", [])
        assert "no search for novel" in found["fault"]
        ask(worker, Board(Rules.parse("agnes-sorel"), Deal.from_key(b"3")))
        assert answer(worker)["verdict"] == "winnable"


def test_it_ends_with_its_input(worker: Worker) -> None:
    assert worker.stdin
    ask(worker, HARD)
    worker.stdin.close()
    assert worker.wait(timeout=60) == 0
