"""Whether a position can still be won: asked of a few solver processes, and of what they have said.

Answers are kept in the cache `verdicts`, under the rules and the whole position, and so shared by
all who come there, in all processes that share a cache. They are no facts to be kept: a lost one
costs a search, and a table of them would grow with every move and write beside the journal.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
from dataclasses import dataclass, field
from typing import Final

from django.core.cache import caches

from games.live.solver_process import SolverProcess

logger = logging.getLogger(__name__)

WORKERS: Final = max(1, (os.cpu_count() or 1) // 2)
SECONDS: Final = 0.65
"""What one search may take, so that the answer is there within a second."""
BYTES: Final = 128 * 1024 * 1024
HUNG_AFTER: Final = 120.0
"""Seconds after which a worker is ended; the first search of all waits for a compiler."""
JOBS_LIMIT: Final = 256
"""Positions that may wait; beyond, the answer is unknown at once."""
KEEP_SECONDS: Final = 7 * 24 * 3600
KEEP_UNKNOWN_SECONDS: Final = 3600
"""What a busy machine did not find may be found later."""


@dataclass(frozen=True)
class Answer:
    """A verdict, with the moves that win if it is winnable."""

    verdict: str
    line: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str | bytes) -> Answer:
        """Read what a worker has said."""
        said = json.loads(text)
        return cls(said["verdict"], tuple(said["line"]))


UNKNOWN: Final = Answer("unknown")


@dataclass(eq=False)
class Job:
    """A position to be searched, and the entries that ask."""

    key: str
    game: str
    line: bytes
    askers: dict[int, asyncio.Future[Answer | None]] = field(default_factory=dict)
    given_up: bool = False
    tried: bool = False
    hung: asyncio.TimerHandle | None = None


class SolverPool:
    """The solver processes of one server process, started when they are needed, and their queue."""

    def __init__(self) -> None:
        self._waiting: dict[str, Job] = {}
        self._running: dict[SolverProcess, Job] = {}
        self._idle: list[SolverProcess] = []
        self._asked: dict[int, asyncio.Future[Answer | None]] = {}
        self._storing: set[asyncio.Future[None]] = set()
        self._lacking: set[str] = set()
        """The games that cannot be searched."""

    def warm(self) -> None:
        """Have a worker ready: somebody may ask soon."""
        if not self._idle and not self._running:
            worker = SolverProcess(self._heard)
            worker.start()
            self._idle.append(worker)

    async def close(self) -> None:
        """End the solvers, once what they have found is kept; nobody asks any more."""
        for worker in (*self._idle, *self._running):
            worker.stop()
        await asyncio.gather(*self._storing)

    async def ask(self, entry: int, rules: str, position: str) -> Answer | None:
        """The verdict on a position; None if the entry has withdrawn the question.

        An entry asks one question at a time.
        """
        self.withdraw(entry)
        asked: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self._asked[entry] = asked
        try:
            key = hashlib.sha256(f"{rules} {position}".encode()).hexdigest()
            known = await asyncio.to_thread(_recall, key)
            if known is not None:
                return known
            if not asked.done():
                self._queue(entry, key, rules, position, asked)
            return await asked
        finally:
            if self._asked.get(entry) is asked:
                del self._asked[entry]

    def withdraw(self, entry: int) -> None:
        """Answer the question of an entry, if there is one, with None: another one comes."""
        if (asked := self._asked.pop(entry, None)) is None or asked.done():
            return
        asked.set_result(None)
        for job in (*self._waiting.values(), *self._running.values()):
            if job.askers.get(entry) is asked:
                del job.askers[entry]
                self._give_up(job)
                return

    def _give_up(self, job: Job) -> None:
        """Leave a position that nobody asks for any more."""
        if job.askers:
            return
        if self._waiting.pop(job.key, None) is None:
            job.given_up = True
            next(worker for worker, other in self._running.items() if other is job).interrupt()

    def _queue(
        self, entry: int, key: str, rules: str, position: str, asked: asyncio.Future[Answer | None]
    ) -> None:
        job = self._waiting.get(key) or next(
            (job for job in self._running.values() if job.key == key and not job.given_up), None
        )
        if job is None:
            if len(self._waiting) >= JOBS_LIMIT:
                asked.set_result(UNKNOWN)
                return
            question = {"rules": rules, "position": position, "seconds": SECONDS, "bytes": BYTES}
            game = rules.partition("/")[0]
            job = self._waiting[key] = Job(key, game, json.dumps(question).encode())
        job.askers[entry] = asked
        self._dispatch()

    def _dispatch(self) -> None:
        """Give what waits to the workers that are free."""
        while self._waiting and (self._idle or len(self._running) < WORKERS):
            worker = self._idle.pop() if self._idle else SolverProcess(self._heard)
            job = self._waiting.pop(next(iter(self._waiting)))
            self._running[worker] = job
            job.hung = asyncio.get_running_loop().call_later(HUNG_AFTER, worker.kill)
            worker.ask(job.line)

    def _heard(self, worker: SolverProcess, line: bytes | None) -> None:
        """Pass on what a worker has found, or try again after its death, once."""
        job = self._running.pop(worker, None)
        if job is None:
            return
        self._idle.append(worker)
        if job.hung is not None:
            job.hung.cancel()
        if line is None and job.askers and not job.tried:
            job.tried = True
            self._waiting[job.key] = job
        else:
            fault = None if line is None else json.loads(line).get("fault")
            if fault is not None:
                self._complain(job.game, fault)
            answer = UNKNOWN if line is None else Answer.parse(line)
            for asked in job.askers.values():
                if not asked.done():
                    asked.set_result(answer)
            if line is not None and fault is None and not job.given_up:
                self._keep(job.key, answer)
        self._dispatch()

    def _complain(self, game: str, fault: str) -> None:
        """Log why a game cannot be searched, once."""
        if game not in self._lacking:
            self._lacking.add(game)
            logger.error("The solver cannot search %s: %s", game, fault)

    def _keep(self, key: str, answer: Answer) -> None:
        storing = asyncio.get_running_loop().run_in_executor(None, _remember, key, answer)
        self._storing.add(storing)
        storing.add_done_callback(self._storing.discard)


def _recall(key: str) -> Answer | None:
    """What is known of a position; a cache that does not answer knows nothing."""
    try:
        known: str | None = caches["verdicts"].get(key)
    except Exception:
        logger.exception("The cache of verdicts does not answer")
        return None
    return None if known is None else Answer.parse(known)


def _remember(key: str, answer: Answer) -> None:
    known = json.dumps({"verdict": answer.verdict, "line": answer.line})
    seconds = KEEP_UNKNOWN_SECONDS if answer == UNKNOWN else KEEP_SECONDS
    try:
        caches["verdicts"].set(key, known, seconds)
    except Exception:
        logger.exception("The cache of verdicts does not answer")
