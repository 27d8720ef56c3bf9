"""A PostgreSQL and a Redis of the tests' own, to be stopped and started while a site uses them."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import redis

from tests import needs
from tests.processes import free_port


@dataclass
class Postgres:
    """A cluster of its own."""

    folder: Path
    port: int

    @property
    def url(self) -> str:
        """The address of its database."""
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def create(self) -> None:
        """Make the cluster."""
        self._run("initdb", "-U", "postgres", "-A", "trust")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        where = f"-k {self.folder} -c listen_addresses=127.0.0.1 -p {self.port}"
        self._run("pg_ctl", "start", "-w", "-l", str(self.folder / "log"), "-o", where)

    def crash(self) -> None:
        """End it without a word to its clients, as a loss of power does."""
        self._run("pg_ctl", "stop", "-w", "-m", "immediate")

    def _run(self, program: str, *arguments: str) -> None:
        # PostgreSQL refuses to run as root.
        owner = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        folder = needs.postgres_programs()
        assert folder is not None
        command = [*owner, f"{folder}/{program}", "-D", str(self.folder / "data"), *arguments]
        with (self.folder / "output").open("ab") as output:
            subprocess.run(command, stdout=output, stderr=output, check=True, cwd="/")


@contextmanager
def own_postgres() -> Iterator[Postgres]:
    """Lend a cluster that runs."""
    with TemporaryDirectory() as name:
        if os.getuid() == 0:
            shutil.chown(name, "postgres")
        cluster = Postgres(Path(name), free_port())
        cluster.create()
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.crash()


@dataclass
class Redis:
    """A Redis server of its own, which keeps nothing."""

    port: int
    child: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        program = needs.redis_server()
        assert program is not None
        self.child = subprocess.Popen(
            [program, "--bind", "127.0.0.1", "--port", str(self.port), "--save", ""],
            stdout=subprocess.DEVNULL,
        )
        with redis.Redis.from_url(self.url) as client:
            while True:
                try:
                    client.ping()
                except redis.ConnectionError:
                    time.sleep(0.05)
                else:
                    return

    def crash(self) -> None:
        """End it at once."""
        if self.child is not None:
            self.child.kill()
            self.child.wait()
            self.child = None

    def has_been_asked_for_members(self) -> bool:
        """Whether somebody has sent a message to a group since the start."""
        with redis.Redis.from_url(self.url) as client:
            return "cmdstat_zrange" in client.info("commandstats")


@contextmanager
def own_redis() -> Iterator[Redis]:
    """Lend a server that runs."""
    server = Redis(free_port())
    server.start()
    try:
        yield server
    finally:
        server.crash()
