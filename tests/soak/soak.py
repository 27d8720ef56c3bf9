"""A site of three processes and a worker under mixed load, watched all the while."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Final

import psycopg

from tests import manage
from tests.benchmarks.load.courses import SEATS
from tests.benchmarks.load.figures import Latency
from tests.benchmarks.load.mixed import Readers
from tests.benchmarks.load.servers import Server
from tests.benchmarks.load.sites import ONE_ADDRESS, Site, run
from tests.processes import Launch
from tests.soak.lane import Done, End, Lane
from tests.soak.memory import MEGABYTE, Memory, Sample
from tests.soak.report import Report, errors
from tests.stores import Stores

PROCESSES: Final = 3
LANES: Final = 3

SAMPLES: Final = 200
"""How often the memory is read in a run."""

FIRST_RATE: Final = 100.0
"""Moves a second from which the rate is raised until players wait too long."""

GROWTH: Final = 1.5
"""By what it is multiplied each time."""

STEP_SECONDS: Final = 20.0
"""How long each rate lasts."""

SLOW: Final = 500.0
"""Milliseconds that one move in a hundred may wait, or the site doesn't manage the rate."""

PACE: Final = 1.0
"""Seconds between two moves of a player: the rate says how many play."""

API: Final = ("/api/v1/games", "/api/v1/races", "/api/v1/competitions")
"""What programs ask for beside the pages."""


@dataclass(frozen=True)
class Plan:
    """What a soak does."""

    seconds: float
    rate: float | None
    """Moves a second; None for half of what the site manages."""
    pages: float
    """Pages and answers of the API a second."""


@dataclass(frozen=True)
class Seeded:
    """What visitors read, and the cookie of the player among them."""

    paths: Sequence[str]
    cookie: str

    def readers(self, site: Site, rate: float) -> list[Readers]:
        """Return visitors of all processes."""
        each = rate / len(site.pages)
        return [Readers(page.url, self.paths, self.cookie, each) for page in site.pages]


@dataclass
class Watch:
    """Reads the memory of processes now and then."""

    processes: Mapping[str, Server]
    every: float
    tell: Callable[[float], None]

    def __post_init__(self) -> None:
        self._samples: dict[str, list[Sample]] = {name: [] for name in self.processes}

    async def run(self) -> None:
        """Read until cancelled; tell how many seconds have passed."""
        began = time.monotonic()
        while True:
            seconds = time.monotonic() - began
            for name, process in self.processes.items():
                self._samples[name].append(Sample(seconds, process.memory() / MEGABYTE))
            self.tell(seconds)
            await asyncio.sleep(self.every)

    @property
    def memory(self) -> list[Memory]:
        """What each process took."""
        return [Memory(name, tuple(samples)) for name, samples in self._samples.items()]


@dataclass(frozen=True)
class Soak:
    """A site, and all that runs it."""

    site: Site
    processes: Mapping[str, Server]
    logs: Sequence[Path]

    async def run(
        self, plan: Plan, tell: Callable[[float], None], interrupted: Event | None = None
    ) -> Report:
        """Put the site under load; `tell` hears how many seconds are done."""
        interrupted, seeded = interrupted or Event(), self._seed()
        capacity = None
        if plan.rate is None:
            capacity = await self._capacity(seeded, plan.pages, interrupted)
        rate = plan.rate or (capacity or 0.0) / 2
        watch = Watch(self.processes, plan.seconds / SAMPLES, tell)
        watching = asyncio.create_task(watch.run())
        began = time.monotonic()
        readers = seeded.readers(self.site, plan.pages)
        done, failed = await self._load(rate, readers, plan.seconds, interrupted)
        seconds = time.monotonic() - began
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        logged = errors("".join(log.read_text() for log in self.logs))
        return Report(
            seconds=seconds,
            capacity=capacity,
            rate=rate,
            races=done.races,
            acknowledged=done.acknowledged,
            stored=done.stored,
            latency=Latency.of(done.latencies),
            reconnections=done.reconnections,
            watched=done.watched,
            pages=sum(reader.served for reader in readers),
            put_off=sum(reader.put_off for reader in readers),
            analysed=self._analysed(),
            memory=watch.memory,
            errors={**logged, **Counter(failed)},
        )

    async def _capacity(self, seeded: Seeded, pages: float, interrupted: Event) -> float:
        """Return the highest rate that the site manages with everything else beside."""
        managed = rate = FIRST_RATE
        while not interrupted.is_set():
            readers = seeded.readers(self.site, pages)
            done, failed = await self._load(rate, readers, STEP_SECONDS, interrupted)
            if failed or Latency.of(done.latencies).p99 > SLOW:
                break
            managed, rate = rate, GROWTH * rate
        return managed

    async def _load(
        self, rate: float, readers: Sequence[Readers], seconds: float, interrupted: Event
    ) -> tuple[Done, Sequence[str]]:
        """Let players race, watchers look on and visitors read; return what was done and failed."""
        done, end = Done(), End(time.monotonic() + seconds, interrupted)
        races = max(1, round(rate * PACE / SEATS / LANES))
        reading = [asyncio.create_task(reader.read()) for reader in readers]
        lanes = [Lane(self.site, races, rate / LANES, done).run(end) for _ in range(LANES)]
        ended = await asyncio.gather(*lanes, return_exceptions=True)
        for task in reading:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for reader in readers:
            await reader.rest()
        failed = [failure for reader in readers for failure in reader.failed]
        failed += [f"{type(error).__name__}: {error}" for error in ended if error is not None]
        return done, failed

    def _seed(self) -> Seeded:
        found = json.loads(run(self.site.environment, "tests.benchmarks.load.page_seeding"))
        # A room that nobody enters is closed after a while.
        pages = [path for name, path in found["paths"].items() if name != "race page"]
        return Seeded([*pages, *API], found["cookie"])

    def _analysed(self) -> int:
        with psycopg.connect(self.site.environment["DATABASE_URL"]) as database:
            row = database.execute("SELECT count(*) FROM games_analysis").fetchone()
        return int(row[0]) if row else 0


@contextmanager
def soak(stores: Stores | None = None, logs: Path | None = None) -> Iterator[Soak]:
    """Start a fresh site of three processes on PostgreSQL and Redis, and a worker.

    They write their logs to a folder of their own, if one is given.
    """
    with ExitStack() as cleanup:
        folder = Path(cleanup.enter_context(TemporaryDirectory()))
        template, started = folder / "template", logs or folder / "site"
        for each in (template, started):
            each.mkdir(exist_ok=True)
        launch = Launch(started, stores or Stores(template, cleanup), strict=False)
        cleanup.callback(launch.close)
        site = launch("postgres", PROCESSES, **ONE_ADDRESS, STOCK="1")
        log = started / "worker.log"
        worker = cleanup.enter_context(_worker(site.environment, log))
        servers = []
        for process in site.processes:
            assert process.child is not None
            servers.append(Server(process.url, process.child.pid))
        named = {f"web process {number}": server for number, server in enumerate(servers)}
        yield Soak(
            Site(site.environment, servers, servers),
            {**named, "the worker": Server("", worker.pid)},
            [*(process.log for process in site.processes), log],
        )


@contextmanager
def _worker(environment: Mapping[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker for the duration of the block."""
    with log.open("wb") as output:
        child = subprocess.Popen(
            [sys.executable, "manage.py", "worker"],
            cwd=manage.REPOSITORY,
            env=manage.clean_environment(environment),
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield child
    finally:
        # Workers may be killed at any moment; asked to end, one would finish its search first.
        child.kill()
        child.wait()
