"""Private PostgreSQL and Redis servers, which tests stop and start while a site uses them."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import psycopg
import redis
from psycopg import sql

from games.live.relay import GROUP
from tests import needs
from tests.processes import free_port

OVERHEARD = "samedealspecific.overheard!"
"""The key of the messages to a process of this name."""


@dataclass
class Postgres:
    """A private PostgreSQL cluster."""

    folder: Path
    port: int

    @property
    def url(self) -> str:
        """The address of its database."""
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def create(self) -> None:
        """Create the cluster."""
        self._run("initdb", "-U", "postgres", "-A", "trust")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        where = f"-k {self.folder} -c listen_addresses=127.0.0.1 -p {self.port}"
        self._run("pg_ctl", "start", "-w", "-l", str(self.folder / "log"), "-o", where)

    def crash(self) -> None:
        """Kill it without notice to its clients, as a loss of power does."""
        self._run("pg_ctl", "stop", "-w", "-m", "immediate")

    def revive(self) -> None:
        """Start it if it has died, and wait until it answers."""
        while True:
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.url, connect_timeout=2).close()
                return
            with suppress(subprocess.CalledProcessError):
                self.start()
            time.sleep(0.2)

    def signal(self, number: int) -> None:
        """Send a signal to all its processes."""
        leader = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{leader}/task/{leader}/children").read_text()
        for process in (leader, *map(int, children.split())):
            with suppress(ProcessLookupError):
                os.kill(process, number)

    def cut_all(self) -> None:
        """Terminate all connections, busy or idle, as a proxy or an administrator does."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            )

    def set(self, name: str, value: str) -> None:
        """Change a setting of the server while it runs."""
        # Making the server writable again takes a session that can write.
        options = "-c default_transaction_read_only=off"
        with psycopg.connect(self.url, autocommit=True, options=options) as connection:
            connection.execute(
                sql.SQL("ALTER SYSTEM SET {} = {}").format(sql.Identifier(name), sql.Literal(value))
            )
            connection.execute("SELECT pg_reload_conf()")

    def _run(self, program: str, *arguments: str) -> None:
        # PostgreSQL refuses to run as root.
        owner = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        folder = needs.postgres_programs()
        assert folder is not None
        command = [*owner, f"{folder}/{program}", "-D", str(self.folder / "data"), *arguments]
        with (self.folder / "output").open("ab") as output:
            subprocess.run(command, stdout=output, stderr=output, check=True, cwd="/")


@contextmanager
def own_postgres(disk: Path | None = None) -> Iterator[Postgres]:
    """Provide a running cluster, on its own disk if wanted."""
    with TemporaryDirectory(dir=disk) as name:
        if os.getuid() == 0:
            shutil.chown(name, "postgres")
        cluster = Postgres(Path(name), free_port())
        cluster.create()
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.crash()


@dataclass(frozen=True)
class Disk:
    """A small disk that can be filled to the last byte."""

    folder: Path

    def fill(self) -> None:
        """Fill the remaining space."""
        with suppress(OSError), (self.folder / "ballast").open("wb", buffering=0) as ballast:
            while ballast.write(bytes(4096)):
                pass

    def clear(self) -> None:
        """Free the space again."""
        (self.folder / "ballast").unlink()


@contextmanager
def own_disk(folder: Path, megabytes: int) -> Iterator[Disk]:
    """Mount a disk in memory."""
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=777", "tmpfs", str(folder)],
        check=True,
    )
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@dataclass
class Redis:
    """A private Redis server without persistence."""

    port: int
    child: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The server's address."""
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
        """Kill it."""
        if self.child is not None:
            self.child.kill()
            self.child.wait()
            self.child = None

    @contextmanager
    def overheard(self) -> Iterator[Callable[[], bytes]]:
        """Join the site's group as a process, and return what the others send."""
        with redis.Redis.from_url(self.url) as client:
            client.delete(OVERHEARD)
            client.zadd(f"samedeal:group:{GROUP}", {"specific.overheard!all": time.time()})
            yield lambda: b"".join(cast("list[bytes]", client.zrange(OVERHEARD, 0, -1)))
            client.zrem(f"samedeal:group:{GROUP}", "specific.overheard!all")

    def has_been_asked_for_members(self) -> bool:
        """Return whether any process has sent a message to a group since the start."""
        with redis.Redis.from_url(self.url) as client:
            return "cmdstat_zrange" in client.info("commandstats")


@contextmanager
def own_redis() -> Iterator[Redis]:
    """Provide a running server."""
    server = Redis(free_port())
    server.start()
    try:
        yield server
    finally:
        server.crash()
