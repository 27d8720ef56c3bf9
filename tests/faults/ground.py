"""A site of three processes on its own PostgreSQL and Redis, and what befalls it."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import psycopg
import redis

from tests import manage, needs
from tests.faults.history import PROCESSES, WEB, Fault, Kind
from tests.live.faults.databases import Disk, Postgres, Redis, own_disk, own_postgres, own_redis
from tests.live.shifted import FOLDER as CLOCK_FOLDER
from tests.processes import ONE_ADDRESS, Process, Site

MEGABYTES: Final = 256
"""The size of PostgreSQL's disk."""

OPEN_RACES: Final = """
    SELECT 1 FROM games_race AS r JOIN games_entry AS e ON e.race_id = r.id
    WHERE r.closed_at IS NULL FOR UPDATE SKIP LOCKED
"""

SERVERS: Final = ("daphne", "uvicorn", "daphne")


@dataclass
class Ground:
    """The site, and each part of it that can fail; one fault at a time befalls a part."""

    site: Site
    postgres: Postgres
    redis: Redis
    disk: Disk | None
    clocks: list[Path]
    """Of each process, the file that shifts its clock."""
    abort: Callable[[], None] = lambda: None
    """Breaks the sockets of some players."""
    _parts: dict[str, threading.Lock] = field(default_factory=dict)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The faults that can be made here."""
        return tuple(kind for kind in Kind if kind not in self.missing)

    @property
    def missing(self) -> tuple[Kind, ...]:
        """The faults that can't be made here, for want of rights."""
        return (Kind.FULL_DISK,) if self.disk is None else ()

    def part(self, fault: Fault) -> threading.Lock:
        """Return the lock of the part that a fault befalls."""
        name = f"process {fault.process}" if fault.kind in WEB else fault.kind.partition("-")[0]
        name = {"locked": "database", "full": "database"}.get(name, name)
        return self._parts.setdefault(name, threading.Lock())

    def suffer(self, fault: Fault) -> None:
        """Have a fault for as long as it lasts, and mend it."""
        with BEFALLS[fault.kind](self, fault):
            time.sleep(fault.lasts)


@contextmanager
def _killed(ground: Ground, fault: Fault) -> Iterator[None]:
    ground.site.kill(fault.process)
    yield
    ground.site.restart(fault.process)


@contextmanager
def _deployed(ground: Ground, fault: Fault) -> Iterator[None]:
    ground.site.processes[fault.process].end()
    yield
    ground.site.restart(fault.process)


@contextmanager
def _paused(ground: Ground, fault: Fault) -> Iterator[None]:
    child = ground.site.processes[fault.process].child
    assert child is not None
    child.send_signal(signal.SIGSTOP)
    yield
    child.send_signal(signal.SIGCONT)


@contextmanager
def _clock_jumped(ground: Ground, fault: Fault) -> Iterator[None]:
    _shift(ground.clocks[fault.process], fault.jump)
    yield
    _shift(ground.clocks[fault.process], 0.0)


def _shift(clock: Path, seconds: float) -> None:
    new = clock.with_suffix(".new")
    new.write_text(str(int(seconds * 1000)))
    # No process may read half a number.
    new.rename(clock)


@contextmanager
def _database_crashed(ground: Ground, fault: Fault) -> Iterator[None]:
    ground.postgres.crash()
    yield
    ground.postgres.start()


@contextmanager
def _database_cut(ground: Ground, fault: Fault) -> Iterator[None]:
    ground.postgres.cut_all()
    yield


@contextmanager
def _database_paused(ground: Ground, fault: Fault) -> Iterator[None]:
    ground.postgres.signal(signal.SIGSTOP)
    yield
    ground.postgres.signal(signal.SIGCONT)


@contextmanager
def _rows_locked(ground: Ground, fault: Fault) -> Iterator[None]:
    with psycopg.connect(ground.postgres.url) as connection:
        connection.execute(OPEN_RACES)
        yield


@contextmanager
def _table_locked(ground: Ground, fault: Fault) -> Iterator[None]:
    with psycopg.connect(ground.postgres.url) as connection:
        connection.execute("LOCK TABLE games_action IN ACCESS EXCLUSIVE MODE")
        yield


@contextmanager
def _disk_full(ground: Ground, fault: Fault) -> Iterator[None]:
    assert ground.disk is not None
    ground.disk.fill()
    yield
    ground.disk.clear()
    ground.postgres.revive()


@contextmanager
def _redis_crashed(ground: Ground, fault: Fault) -> Iterator[None]:
    ground.redis.crash()
    yield
    ground.redis.start()


@contextmanager
def _redis_cut(ground: Ground, fault: Fault) -> Iterator[None]:
    with redis.Redis.from_url(ground.redis.url) as client:
        for kind in ("normal", "pubsub"):
            client.client_kill_filter(_type=kind)
    yield


@contextmanager
def _sockets_aborted(ground: Ground, fault: Fault) -> Iterator[None]:
    ground.abort()
    yield


BEFALLS: Final = {
    Kind.KILL: _killed,
    Kind.PAUSE: _paused,
    Kind.DEPLOY: _deployed,
    Kind.CLOCK: _clock_jumped,
    Kind.DATABASE_CRASH: _database_crashed,
    Kind.DATABASE_CUT: _database_cut,
    Kind.DATABASE_PAUSE: _database_paused,
    Kind.LOCKED_ROWS: _rows_locked,
    Kind.LOCKED_TABLE: _table_locked,
    Kind.FULL_DISK: _disk_full,
    Kind.REDIS_CRASH: _redis_crashed,
    Kind.REDIS_CUT: _redis_cut,
    Kind.ABORT: _sockets_aborted,
}


@contextmanager
def ground(logs: Path | None = None) -> Iterator[Ground]:
    """Start the whole site in a scratch folder; without root, its disk can't be filled.

    The processes write their logs to a folder of their own, if one is given.
    """
    with ExitStack() as cleanup:
        folder = Path(cleanup.enter_context(TemporaryDirectory()))
        folder.chmod(0o711)
        disk = None
        if needs.tmpfs():
            (folder / "disk").mkdir()
            disk = cleanup.enter_context(own_disk(folder / "disk", MEGABYTES))
        postgres = cleanup.enter_context(own_postgres(disk.folder if disk else None))
        # Its log of changes has to leave room on the disk.
        postgres.set("max_wal_size", "64MB")
        cache = cleanup.enter_context(own_redis())
        environment = {
            **ONE_ADDRESS,
            "CONNECTIONS_PER_ADDRESS": "0",
            "DATA_DIR": str(folder),
            "DATABASE_URL": postgres.url,
            "REDIS_URL": cache.url,
        }
        manage.run(environment, "migrate", "--verbosity", "0")
        clocks = [folder / f"clock-{number}" for number in range(PROCESSES)]
        site = Site(
            environment,
            [
                Process(
                    environment | _shifted_by(clock),
                    (logs or folder) / f"process-{number}.log",
                    server,
                )
                for number, (clock, server) in enumerate(zip(clocks, SERVERS, strict=True))
            ],
        )
        for process in site.processes:
            process.start()
            cleanup.callback(_end, process)
        for process in site.processes:
            process.wait()
        yield Ground(site, postgres, cache, disk, clocks)


def _shifted_by(clock: Path) -> dict[str, str]:
    """Return the settings of a process whose clock a file shifts.

    It is shifted for Python. Debian's libfaketime, which would shift it for C too, has `time.sleep`
    fail in Python 3.11 unless it also shifts what counts seconds, which no clock that is set does.
    """
    _shift(clock, 0.0)
    return {"PYTHONPATH": str(CLOCK_FOLDER), "CLOCK": str(clock)}


def _end(process: Process) -> None:
    """End a process, though a fault may have left it stopped."""
    if process.child is not None:
        with suppress(ProcessLookupError):
            os.kill(process.child.pid, signal.SIGCONT)
        process.end()
