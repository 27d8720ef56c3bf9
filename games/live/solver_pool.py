"""Ask a few solver processes, and a cache of their answers, whether a position can be won.

The cache `verdicts` is keyed by the rules and the whole position, so its answers serve everyone
who gets there, in all processes that share it. A cache, not a table: a lost answer costs a search,
whereas a table would grow with every move and compete with the journal for writes.
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

from games.live.protocol import Chances
from games.live.solver_process import SolverProcess

logger = logging.getLogger(__name__)

WORKERS: Final = max(1, (os.cpu_count() or 1) // 2)
SECONDS: Final = 0.65
"""The time for one search, so that the answer comes within a second."""
BYTES: Final = 128 * 1024 * 1024
HUNG_AFTER: Final = 120.0
"""Seconds until a worker is killed; its very first search waits for a compiler."""
JOBS_LIMIT: Final = 256
"""Positions that may wait; any more are answered `unknown` at once."""
KEEP_SECONDS: Final = 7 * 24 * 3600
KEEP_UNKNOWN_SECONDS: Final = 3600
"""Shorter: a search that failed on a busy machine may succeed later."""


@dataclass(frozen=True)
class SolverAnswer:
    """A verdict, with the moves that win if it is winnable."""

    verdict: Chances
    line: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str | bytes) -> SolverAnswer:
        """Parse a worker's answer."""
        said = json.loads(text)
        return cls(said["verdict"], tuple(said["line"]))


UNKNOWN: Final = SolverAnswer("unknown")


@dataclass(eq=False)
class Job:
    """A position to search, and the entries that ask."""

    key: str
    game: str
    line: bytes
    askers: dict[int, asyncio.Future[SolverAnswer | None]] = field(default_factory=dict)
    given_up: bool = False
    tried: bool = False
    hung: asyncio.TimerHandle | None = None


class SolverPool:
    """The solver processes of one web process, started on demand, and their queue."""

    def __init__(self) -> None:
        self._waiting: dict[str, Job] = {}
        self._running: dict[SolverProcess, Job] = {}
        self._idle: list[SolverProcess] = []
        self._asked: dict[int, asyncio.Future[SolverAnswer | None]] = {}
        self._storing: set[asyncio.Future[None]] = set()
        self._lacking: set[str] = set()
        """The games that cannot be searched."""

    def warm(self) -> None:
        """Start a worker, since a question may come soon."""
        if not self._idle and not self._running:
            worker = SolverProcess(self._heard)
            worker.start()
            self._idle.append(worker)

    async def close(self) -> None:
        """Stop the solvers, and wait until their answers are cached."""
        for worker in (*self._idle, *self._running):
            worker.stop()
        await asyncio.gather(*self._storing)

    async def ask(self, entry: int, rules: str, position: str) -> SolverAnswer | None:
        """Return the verdict on a position, or None if the entry withdrew the question.

        An entry asks one question at a time.
        """
        self.withdraw(entry)
        asked: asyncio.Future[SolverAnswer | None] = asyncio.get_running_loop().create_future()
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
        """Answer an entry's question, if there is one, with None: another is coming."""
        if (asked := self._asked.pop(entry, None)) is None or asked.done():
            return
        asked.set_result(None)
        for job in (*self._waiting.values(), *self._running.values()):
            if job.askers.get(entry) is asked:
                del job.askers[entry]
                self._give_up(job)
                return

    def _give_up(self, job: Job) -> None:
        """Give up a position that no one asks about any more."""
        if job.askers:
            return
        if self._waiting.pop(job.key, None) is None:
            job.given_up = True
            next(worker for worker, other in self._running.items() if other is job).interrupt()

    def _queue(
        self,
        entry: int,
        key: str,
        rules: str,
        position: str,
        asked: asyncio.Future[SolverAnswer | None],
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
        """Give waiting positions to free workers."""
        while self._waiting and (self._idle or len(self._running) < WORKERS):
            worker = self._idle.pop() if self._idle else SolverProcess(self._heard)
            job = self._waiting.pop(next(iter(self._waiting)))
            self._running[worker] = job
            job.hung = asyncio.get_running_loop().call_later(HUNG_AFTER, worker.kill)
            worker.ask(job.line)

    def _heard(self, worker: SolverProcess, line: bytes | None) -> None:
        """Pass on what a worker found; if it died, try again once."""
        if line is not None and not _is_answer(line):
            logger.error("A solver process said %r instead of an answer", line)
            # Its death is heard next.
            worker.kill()
            return
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
            answer = UNKNOWN if line is None else SolverAnswer.parse(line)
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

    def _keep(self, key: str, answer: SolverAnswer) -> None:
        storing = asyncio.get_running_loop().run_in_executor(None, _remember, key, answer)
        self._storing.add(storing)
        storing.add_done_callback(self._storing.discard)


def _is_answer(line: bytes) -> bool:
    """Return whether a line is an answer, and not what a library printed."""
    try:
        SolverAnswer.parse(line)
    except (ValueError, LookupError, TypeError):
        return False
    return True


def _recall(key: str) -> SolverAnswer | None:
    """Return the cached verdict; a cache that does not answer counts as empty."""
    try:
        known: str | None = caches["verdicts"].get(key)
    except Exception:
        logger.exception("The cache of verdicts does not answer")
        return None
    return None if known is None else SolverAnswer.parse(known)


def _remember(key: str, answer: SolverAnswer) -> None:
    known = json.dumps({"verdict": answer.verdict, "line": answer.line})
    seconds = KEEP_UNKNOWN_SECONDS if answer == UNKNOWN else KEEP_SECONDS
    try:
        caches["verdicts"].set(key, known, seconds)
    except Exception:
        logger.exception("The cache of verdicts does not answer")
