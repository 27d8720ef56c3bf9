"""Questions from many entries to few solvers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from django.core.cache import caches

from games.engine import Board, Deal, Rules
from games.live.solver_pool import UNKNOWN, SolverPool
from tests.live.wins import win
from tests.solver import novel

RULES = "beleaguered-castle/standard"
HARD = Board(Rules.parse("agnes-bernauer"), Deal.from_key(b"5"))
ALICE, BOB = 1, 2


def after(*moves: str) -> Board:
    """Return a Beleaguered Castle board after some moves."""
    board = Board(Rules.parse(RULES), Deal.parse(win("beleaguered-castle").deal))
    for move in moves:
        board.push(board.find_move(move))
    return board


LOST = after("t4t3").key()


@pytest.fixture
async def solvers(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SolverPool]:
    """Provide a pool of one solver, uncompiled to be ready sooner, with no verdicts stored."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr("games.live.solver_pool.WORKERS", 1)
    caches["verdicts"].clear()
    solvers = SolverPool()
    yield solvers
    await solvers.close()


async def test_an_entrys_newer_question_replaces_the_older(
    solvers: SolverPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.solver_pool.SECONDS", 600)
    old = asyncio.create_task(solvers.ask(ALICE, str(HARD.rules), HARD.key()))
    other = asyncio.create_task(solvers.ask(BOB, RULES, LOST))
    await asyncio.sleep(1)
    assert not old.done()
    new = await solvers.ask(ALICE, RULES, LOST)
    assert await old is None
    assert new is not None
    assert new.verdict == "lost"
    assert await other == new


async def test_a_withdrawn_search_is_not_taken_for_unknown(solvers: SolverPool) -> None:
    asked = asyncio.create_task(solvers.ask(ALICE, RULES, LOST))
    await asyncio.sleep(0.1)
    solvers.withdraw(ALICE)
    assert await asked is None
    answer = await solvers.ask(BOB, RULES, LOST)
    assert answer is not None
    assert answer.verdict == "lost"


async def test_an_answer_is_cached_for_everyone_who_reaches_the_position(
    solvers: SolverPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await solvers.ask(ALICE, RULES, LOST)
    assert first is not None
    await solvers.close()
    monkeypatch.setattr("games.live.solver_pool.JOBS_LIMIT", 0)
    assert await SolverPool().ask(BOB, RULES, LOST) == first
    assert await SolverPool().ask(BOB, RULES, after().key()) == UNKNOWN


async def test_a_game_the_solver_lacks_is_unknown_and_the_others_are_solved(
    solvers: SolverPool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("games.live.solver_process.MODULE", "tests.solver.novel")
    for entry in (ALICE, BOB):
        assert await solvers.ask(entry, novel.NAME, novel.position()) == UNKNOWN
    answer = await solvers.ask(ALICE, RULES, LOST)
    assert answer is not None
    assert answer.verdict == "lost"
    said = [record.message for record in caplog.records if record.name.startswith("games.live")]
    assert said == [
        "The solver cannot search novel: TypeError('no search for novel: its moves are not known')"
    ]


async def test_while_no_solver_can_be_started_every_verdict_is_unknown(
    solvers: SolverPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr("games.live.solver_process.sys.executable", "/nowhere/python")
        solvers.warm()
        # More questions than the pool has solvers: none is lost on the way.
        for entry in (ALICE, BOB):
            assert await solvers.ask(entry, RULES, LOST) == UNKNOWN
    answer = await solvers.ask(ALICE, RULES, LOST)
    assert answer is not None
    assert answer.verdict == "lost"
