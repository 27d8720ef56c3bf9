"""Which solver is asked what, by whom, and who hears it: with solvers that the test speaks for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import caches

from games.live.solver_pool import KEEP_SECONDS, KEEP_UNKNOWN_SECONDS, UNKNOWN, Answer, SolverPool

RULES = "beleaguered-castle/standard"
ALICE, BOB, CHARLIE = 1, 2, 3
WON = b'{"verdict": "winnable", "line": ["t1f", "t2f"]}'
LOST = b'{"verdict": "lost", "line": []}'
NOTHING = b'{"verdict": "unknown", "line": []}'


class Solver:
    """A solver process that says what the test has it say."""

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
        """Answer, or die without a word."""
        self._heard(self, line)


class Cache:
    """A cache of verdicts that may be away, and how long it is to keep each of them."""

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
    """The solvers that were started, two at most; nothing is known."""
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
) -> asyncio.Task[Answer | None]:
    """Ask, and wait until the question has come to a solver or to the queue."""
    before = len(pool._waiting) + len(pool._running)
    task = asyncio.create_task(pool.ask(entry, rules, position))
    for _ in range(500):
        await asyncio.sleep(0.01)
        if task.done() or len(pool._waiting) + len(pool._running) > before:
            break
    return task


async def test_a_solver_is_asked_for_little_time_and_its_answer_is_kept(
    solvers: list[Solver],
) -> None:
    pool = SolverPool()
    task = await asked(pool, ALICE, "one")
    assert solvers[0].asked == [
        {"rules": RULES, "position": "one", "seconds": 0.65, "bytes": 128 * 1024 * 1024}
    ]
    solvers[0].say(WON)
    assert await task == Answer("winnable", ("t1f", "t2f"))
    await pool.close()
    other = SolverPool()
    assert await other.ask(BOB, RULES, "one") == Answer("winnable", ("t1f", "t2f"))
    assert len(solvers) == 1
    # Under other rules it is another question.
    task = await asked(other, BOB, "one", "beleaguered-castle/citadel")
    solvers[1].say(LOST)
    assert await task == Answer("lost")


async def test_who_asks_the_same_shares_the_answer(solvers: list[Solver]) -> None:
    pool = SolverPool()
    one = await asked(pool, ALICE, "one")
    other = asyncio.create_task(pool.ask(BOB, RULES, "one"))
    await asyncio.sleep(0.1)
    assert [solver.asked[0]["position"] for solver in solvers] == ["one"]
    solvers[0].say(LOST)
    assert await one == await other == Answer("lost")


async def test_what_all_solvers_are_too_busy_for_waits_its_turn(solvers: list[Solver]) -> None:
    pool = SolverPool()
    tasks = [await asked(pool, n, f"position {n}") for n in (ALICE, BOB, CHARLIE)]
    assert [len(solver.asked) for solver in solvers] == [1, 1]
    solvers[1].say(LOST)
    assert await tasks[1] == Answer("lost")
    assert solvers[1].asked[1]["position"] == f"position {CHARLIE}"
    solvers[1].say(WON)
    solvers[0].say(NOTHING)
    assert (await tasks[2], await tasks[0]) == (Answer("winnable", ("t1f", "t2f")), UNKNOWN)


async def test_a_question_that_is_withdrawn_is_given_up_unless_another_asks_it(
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
    # What a search that was given up has said is worth nothing.
    solvers[0].say(NOTHING)
    solvers[1].say(LOST)
    assert await shared == Answer("lost")
    again = await asked(pool, ALICE, "one")
    assert not again.done()
    solvers[1].say(LOST)
    solvers[0].say(LOST)
    assert await again == Answer("lost")


async def test_a_question_that_waits_and_is_withdrawn_never_reaches_a_solver(
    solvers: list[Solver],
) -> None:
    pool = SolverPool()
    for entry, position in ((ALICE, "one"), (BOB, "other"), (CHARLIE, "third")):
        await asked(pool, entry, position)
    pool.withdraw(CHARLIE)
    solvers[0].say(LOST)
    assert [len(solver.asked) for solver in solvers] == [1, 1]
    assert [solver.calls for solver in solvers] == [[], []]


async def test_the_death_of_a_solver_is_survived_once(solvers: list[Solver]) -> None:
    pool = SolverPool()
    task = await asked(pool, ALICE, "one")
    solvers[0].say(None)
    assert len(solvers[0].asked) == 2
    solvers[0].say(None)
    assert await task == UNKNOWN
    assert len(solvers[0].asked) == 2
    # It is not kept as what is known.
    again = await asked(pool, ALICE, "one")
    solvers[0].say(WON)
    answer = await again
    assert answer is not None
    assert answer.verdict == "winnable"


async def test_beyond_a_bound_nothing_is_known(
    solvers: list[Solver], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.solver_pool.JOBS_LIMIT", 1)
    pool = SolverPool()
    tasks = [await asked(pool, n, f"position {n}") for n in range(4)]
    assert [task.done() for task in tasks] == [False, False, False, True]
    assert await tasks[3] == UNKNOWN


async def test_a_solver_is_made_ready_once_before_anybody_asks(solvers: list[Solver]) -> None:
    pool = SolverPool()
    pool.warm()
    pool.warm()
    assert [solver.calls for solver in solvers] == [["start"]]
    await asked(pool, ALICE, "one")
    pool.warm()
    assert len(solvers) == 1
    await pool.close()
    assert solvers[0].calls == ["start", "stop"]


async def test_of_a_question_that_is_answered_nothing_is_left(solvers: list[Solver]) -> None:
    pool = SolverPool()
    for position in ("one", "other"):
        task = await asked(pool, ALICE, position)
        solvers[0].say(LOST)
        await task
    await pool.ask(ALICE, RULES, "one")
    assert not pool._asked
    assert not pool._waiting
    assert not pool._running


async def test_what_a_busy_machine_has_not_found_is_kept_for_a_shorter_time(
    solvers: list[Solver], cache: Cache
) -> None:
    pool = SolverPool()
    for position, said in (("one", WON), ("other", LOST), ("third", NOTHING)):
        task = await asked(pool, ALICE, position)
        solvers[0].say(said)
        await task
        await pool.close()
    assert cache.seconds == [KEEP_SECONDS, KEEP_SECONDS, KEEP_UNKNOWN_SECONDS]


async def test_without_the_cache_of_verdicts_positions_are_searched_and_the_log_says_so(
    solvers: list[Solver], cache: Cache, caplog: pytest.LogCaptureFixture
) -> None:
    cache.is_away = True
    pool = SolverPool()
    task = await asked(pool, ALICE, "one")
    faults = ["The cache of verdicts does not answer"]
    assert caplog.messages == faults
    solvers[0].say(LOST)
    assert await task == Answer("lost")
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
    assert await one == await other == Answer("lost")
    assert [solver.calls for solver in solvers] == [["kill"], ["kill"]]
