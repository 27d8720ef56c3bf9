"""The site in production form: real server processes on a database of their own."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psycopg
import pytest

from tests import manage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.stores import Backend, Stores

BACKENDS = (
    pytest.param("sqlite", id="sqlite"),
    pytest.param(
        "postgres",
        marks=(pytest.mark.needs_postgres, pytest.mark.needs_redis),
        id="postgres-redis",
    ),
)
"""The values of a test's `backend` argument, for `pytest.mark.parametrize`."""

ONE_ADDRESS = {"CONNECTS_PER_ADDRESS": "0"}
"""All test clients share one address and connect at once; other limits keep their defaults."""

END_RACES: Final = """
    UPDATE games_race
    SET starts_at = COALESCE(starts_at, created_at), closed_at = COALESCE(starts_at, created_at),
        booked = TRUE
    WHERE closed_at IS NULL
"""

START_SECONDS = 60
STOP_SECONDS = 60
FAULTS = ("Traceback", "Exception", "was never awaited")


SERVERS = {
    "daphne": (
        *("daphne", "--verbosity", "0", "--bind", "127.0.0.1"),
        *("--websocket-max-message-size", "4096", "--websocket-max-frame-size", "4096"),
    ),
    "uvicorn": (
        *("uvicorn", "--log-level", "error", "--host", "127.0.0.1"),
        *("--ws-max-size", "4096", "--no-proxy-headers"),
    ),
}
"""The commands of the servers that the site runs on, without the port."""

CARELESS = {
    "uvicorn that believes": tuple(o for o in SERVERS["uvicorn"] if o != "--no-proxy-headers"),
    "daphne that believes": (*SERVERS["daphne"], "--proxy-headers"),
}
"""Servers that take the client's address from a header, whoever sends it."""


@dataclass
class Process:
    """One web process on a port of its own, which it keeps across restarts."""

    environment: Mapping[str, str]
    log: Path
    server: str = "daphne"
    port: int = field(default_factory=lambda: free_port())
    code: Path = manage.REPOSITORY
    child: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL of the process, such as `http://127.0.0.1:40123`."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the process without waiting until it answers."""
        with self.log.open("ab") as log:
            self.child = subprocess.Popen(
                [
                    *(
                        sys.executable,
                        "-m",
                        *(SERVERS | CARELESS)[self.server],
                        "--port",
                        str(self.port),
                    ),
                    "solitaire_site.asgi:application",
                ],
                cwd=self.code,
                env=manage.clean_environment(self.environment),
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def wait(self) -> None:
        """Wait until the process answers.

        :raises AssertionError: if it ends or takes too long.
        """
        assert self.child is not None
        deadline = time.monotonic() + START_SECONDS
        while self.child.poll() is None and time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=5).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError(f"{self.url} does not answer: {self.log.read_text()}")

    def kill(self) -> None:
        """Kill the process, as a crash or a power failure does."""
        assert self.child is not None
        self.child.kill()
        self.child.wait()
        self.child = None

    def stop(self) -> None:
        """Ask the process to stop, as an operator does.

        :raises AssertionError: if it does not, or its log shows a fault.
        """
        self.end()
        said = self.log.read_text()
        assert not any(fault in said for fault in FAULTS), said

    def end(self) -> None:
        """Ask the process to stop, whatever is in its log.

        :raises AssertionError: if it does not.
        """
        if self.child is not None:
            self.child.terminate()
            try:
                self.child.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired as error:
                self.kill()
                raise AssertionError(f"{self.url} does not stop when asked") from error
            self.child = None


@dataclass
class Site:
    """Processes that serve the same database."""

    environment: Mapping[str, str]
    processes: list[Process]

    @cached_property
    def operator(self) -> manage.Operator:
        """The one who runs commands on the site."""
        return manage.Operator(self.environment)

    @property
    def urls(self) -> list[str]:
        """The URL of each process."""
        return [process.url for process in self.processes]

    def kill(self, number: int) -> None:
        """Kill one process without warning."""
        self.processes[number].kill()

    def restart(self, number: int) -> None:
        """Restart an ended process on the same port, and wait for it."""
        self.processes[number].start()
        self.processes[number].wait()

    def manage(self, *arguments: str) -> str:
        """Run a `manage.py` command on the site's database and return its output."""
        return self.operator.run(*arguments)

    def end_races(self) -> None:
        """Close every open race, since the cards of an open race have no help and no record."""
        if url := self.environment.get("DATABASE_URL"):
            with psycopg.connect(url) as database:
                database.execute(END_RACES)
        else:
            path = Path(self.environment["DATA_DIR"]) / "db.sqlite3"
            with closing(sqlite3.connect(path, timeout=30)) as lite, lite:
                lite.execute(END_RACES)


class Launch:
    """A starter of sites, which `close` stops; if strict, it fails if a log shows a fault."""

    def __init__(self, folder: Path, stores: Stores, *, strict: bool = True) -> None:
        self._folder = folder
        self._stores = stores
        self._strict = strict
        self._cleanup = ExitStack()

    def __call__(
        self,
        backend: Backend = "sqlite",
        processes: int = 1,
        server: str = "daphne",
        **variables: str,
    ) -> Site:
        """Start a site with these settings, and wait until every process answers."""
        environment = {**self._stores.fresh(backend, self._folder, self._cleanup), **variables}
        return self.at(environment, [server] * processes)

    def at(self, environment: Mapping[str, str], servers: Sequence[str]) -> Site:
        """Start a site on existing stores, with one process per server."""
        environment = ONE_ADDRESS | dict(environment)
        site = Site(
            environment,
            [
                Process(environment, self._folder / f"process-{number}.log", server)
                for number, server in enumerate(servers)
            ],
        )
        self._cleanup.callback(site.operator.end)
        for process in site.processes:
            process.start()
            self._cleanup.callback(process.stop if self._strict else process.end)
        for process in site.processes:
            process.wait()
        return site

    def close(self) -> None:
        """Stop every process and remove its database."""
        self._cleanup.close()


def free_port() -> int:
    """Return a port that nothing listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port
