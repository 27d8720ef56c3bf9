"""Which solver gets which question, and who gets the answer; the test plays the solvers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import caches

from games.live.solver_pool import (
    KEEP_SECONDS,
    KEEP_UNKNOWN_SECONDS,
    UNKNOWN,
    SolverAnswer,
    SolverPool,
)

RULES = "beleaguered-castle/standard"
ALICE, BOB, CHARLIE = 1, 2, 3
WON = b'{"verdict": "winnable", "line": ["t1f", "t2f"]}'
LOST = b'{"verdict": "lost", "line": []}'
NOTHING = b'{"verdict": "unknown", "line": []}'


class Solver:
    """A solver process whose output comes from the test."""

    def __init__(self, heard: Callable[[Any, bytes | None], None]) -> None:
        self._heard = heard
        self.asked: list[dict[str, Any]] = []
        self.calls: list[str] = []

    def start(self) -> None:
        self.calls.append("start")

    def ask(self, line: bytes) -> None:
        self.asked.append(json.loads(line))

    def interrupt(self) -> None:
        self.calls.append("interrupt")

    def kill(self) -> None:
        self.calls.append("kill")

    def stop(self) -> None:
        self.calls.append("stop")

    def say(self, line: bytes | None) -> None:
        """Answer, or die silently."""
        self._heard(self, line)


class Cache:
    """A cache of verdicts that may fail; records how long each is to be kept."""

    def __init__(self) -> None:
        self.is_away = False
        self.seconds: list[int] = []
        self._kept: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        if self.is_away:
            raise OSError("gone")
        return self._kept.get(key)

    def set(self, key: str, value: str, seconds: int) -> None:
        if self.is_away:
            raise OSError("gone")
        self._kept[key] = value
        self.seconds.append(seconds)


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch) -> Cache:
    cache = Cache()
    monkeypatch.setattr("games.live.solver_pool.caches", {"verdicts": cache})
    return cache


@pytest.fixture
def solvers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Solver]]:
    """Provide the solvers started, at most two, with an empty cache."""
    started: list[Solver] = []

    def start(heard: Callable[[Any, bytes | None], None]) -> Solver:
        started.append(Solver(heard))
        return started[-1]

    monkeypatch.setattr("games.live.solver_pool.SolverProcess", start)
    monkeypatch.setattr("games.live.solver_pool.WORKERS", 2)
    caches["verdicts"].clear()
    yield started
    caches["verdicts"].clear()


async def asked(
    pool: SolverPool, entry: int, position: str, rules: str = RULES
) -> asyncio.Task[SolverAnswer | None]:
    """Ask, and wait until the question is with a solver or in the queue."""
    before = len(pool._waiting) + len(pool._running)
    task = asyncio.create_task(pool.ask(entry, rules, position))
    for _ in range(500):
        await asyncio.sleep(0.01)
        if task.done() or len(pool._waiting) + len(pool._running) > before:
            break
    return task


async def test_a_solver_gets_a_short_time_limit_and_its_answer_is_cached(
    solvers: list[Solver],
) -> None:
    pool = SolverPool()
    task = await asked(pool, ALICE, "one")
    assert solvers[0].asked == [
        {"rules": RULES, "position": "one", "seconds": 0.65, "bytes": 128 * 1024 * 1024}
    ]
    solvers[0].say(WON)
    assert await task == SolverAnswer("winnable", ("t1f", "t2f"))
    await pool.close()
    other = SolverPool()
    assert await other.ask(BOB, RULES, "one") == SolverAnswer("winnable", ("t1f", "t2f"))
    assert len(solvers) == 1
    # Under other rules it is a different question.
    task = await asked(other, BOB, "one", "beleaguered-castle/citadel")
    solvers[1].say(LOST)
    assert await task == SolverAnswer("lost")


async def test_identical_questions_share_the_answer(solvers: list[Solver]) -> None:
    pool = SolverPool()
    one = await asked(pool, ALICE, "one")
    other = asyncio.create_task(pool.ask(BOB, RULES, "one"))
    await asyncio.sleep(0.1)
    assert [solver.asked[0]["position"] for solver in solvers] == ["one"]
    solvers[0].say(LOST)
    assert await one == await other == SolverAnswer("lost")


async def test_a_question_waits_while_all_solvers_are_busy(solvers: list[Solver]) -> None:
    pool = SolverPool()
    tasks = [await asked(pool, n, f"position {n}") for n in (ALICE, BOB, CHARLIE)]
    assert [len(solver.asked) for solver in solvers] == [1, 1]
    solvers[1].say(LOST)
    assert await tasks[1] == SolverAnswer("lost")
    assert solvers[1].asked[1]["position"] == f"position {CHARLIE}"
    solvers[1].say(WON)
    solvers[0].say(NOTHING)
    assert (await tasks[2], await tasks[0]) == (SolverAnswer("winnable", ("t1f", "t2f")), UNKNOWN)


async def test_a_withdrawn_question_is_stopped_unless_another_asker_waits(
    solvers: list[Solver],
) -> None:
    pool = SolverPool()
    alice, bob = await asked(pool, ALICE, "one"), await asked(pool, BOB, "other")
    shared = asyncio.create_task(pool.ask(CHARLIE, RULES, "other"))
    await asyncio.sleep(0.1)
    pool.withdraw(ALICE)
    pool.withdraw(BOB)
    pool.withdraw(BOB)
    assert (await alice, await bob) == (None, None)
    assert [solver.calls for solver in solvers] == [["interrupt"], []]
    # The output of a search that was stopped is ignored.
    solvers[0].say(NOTHING)
    solvers[1].say(LOST)
    assert await shared == SolverAnswer("lost")
    again = await asked(pool, ALICE, "one")
    assert not again.done()
    solvers[1].say(LOST)
    solvers[0].say(LOST)
    assert await again == SolverAnswer("lost")


async def test_a_waiting_question_that_is_withdrawn_reaches_no_solver(
    solvers: list[Solver],
) -> None:
    pool = SolverPool()
    for entry, position in ((ALICE, "one"), (BOB, "other"), (CHARLIE, "third")):
        await asked(pool, entry, position)
    pool.withdraw(CHARLIE)
    solvers[0].say(LOST)
    assert [len(solver.asked) for solver in solvers] == [1, 1]
    assert [solver.calls for solver in solvers] == [[], []]


async def test_a_question_survives_the_death_of_one_solver(solvers: list[Solver]) -> None:
    pool = SolverPool()
    task = await asked(pool, ALICE, "one")
    solvers[0].say(None)
    assert len(solvers[0].asked) == 2
    solvers[0].say(None)
    assert await task == UNKNOWN
    assert len(solvers[0].asked) == 2
    # This outcome is not cached.
    again = await asked(pool, ALICE, "one")
    solvers[0].say(WON)
    answer = await again
    assert answer is not None
    assert answer.verdict == "winnable"


async def test_a_full_queue_answers_unknown(
    solvers: list[Solver], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.solver_pool.JOBS_LIMIT", 1)
    pool = SolverPool()
    tasks = [await asked(pool, n, f"position {n}") for n in range(4)]
    assert [task.done() for task in tasks] == [False, False, False, True]
    assert await tasks[3] == UNKNOWN


async def test_a_solver_is_warmed_up_once_before_the_first_question(solvers: list[Solver]) -> None:
    pool = SolverPool()
    pool.warm()
    pool.warm()
    assert [solver.calls for solver in solvers] == [["start"]]
    await asked(pool, ALICE, "one")
    pool.warm()
    assert len(solvers) == 1
    await pool.close()
    assert solvers[0].calls == ["start", "stop"]


async def test_an_answered_question_leaves_nothing_behind(solvers: list[Solver]) -> None:
    pool = SolverPool()
    for position in ("one", "other"):
        task = await asked(pool, ALICE, position)
        solvers[0].say(LOST)
        await task
    await pool.ask(ALICE, RULES, "one")
    assert not pool._asked
    assert not pool._waiting
    assert not pool._running


async def test_an_unknown_from_a_busy_machine_is_cached_more_briefly(
    solvers: list[Solver], cache: Cache
) -> None:
    pool = SolverPool()
    for position, said in (("one", WON), ("other", LOST), ("third", NOTHING)):
        task = await asked(pool, ALICE, position)
        solvers[0].say(said)
        await task
        await pool.close()
    assert cache.seconds == [KEEP_SECONDS, KEEP_SECONDS, KEEP_UNKNOWN_SECONDS]


async def test_without_the_cache_positions_are_searched_and_the_failure_logged(
    solvers: list[Solver], cache: Cache, caplog: pytest.LogCaptureFixture
) -> None:
    cache.is_away = True
    pool = SolverPool()
    task = await asked(pool, ALICE, "one")
    faults = ["The cache of verdicts does not answer"]
    assert caplog.messages == faults
    solvers[0].say(LOST)
    assert await task == SolverAnswer("lost")
    await pool.close()
    assert caplog.messages == faults * 2
    assert all(record.exc_info for record in caplog.records)


async def test_a_solver_that_hangs_is_killed_and_asked_again(
    solvers: list[Solver], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.solver_pool.HUNG_AFTER", 0.05)
    pool = SolverPool()
    one = asyncio.create_task(pool.ask(ALICE, RULES, "one"))
    other = asyncio.create_task(pool.ask(BOB, RULES, "other"))
    async with asyncio.timeout(30):
        while [solver.calls for solver in solvers] != [["kill"], ["kill"]]:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    monkeypatch.setattr("games.live.solver_pool.HUNG_AFTER", 3600)
    for solver in solvers:
        solver.say(None)
        solver.say(LOST)
    assert await one == await other == SolverAnswer("lost")
    assert [solver.calls for solver in solvers] == [["kill"], ["kill"]]


@pytest.mark.parametrize("line", [b"a warning of a library", b"\xff", b"7", b"{}"])
async def test_a_solver_that_does_not_answer_in_its_format_is_replaced(
    line: bytes, solvers: list[Solver], caplog: pytest.LogCaptureFixture
) -> None:
    pool = SolverPool()
    task = await asked(pool, ALICE, "one")
    solvers[0].say(line)
    assert solvers[0].calls == ["kill"]
    assert caplog.messages == [f"A solver process said {line!r} instead of an answer"]
    solvers[0].say(None)
    solvers[0].say(LOST)
    assert await task == SolverAnswer("lost")
