"""The services of `docker-compose.yml` without containers: their commands, environments and order.

What only containers have is replaced: the names of hosts, the ports, and the folders of volumes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests import manage, needs
from tests.deploy.composition import SERVICES, order
from tests.processes import free_port
from tests.repository.files import REPOSITORY

PATIENCE: Final = 120
PROGRAMS: Final = {"python": [sys.executable], "daphne": [sys.executable, "-m", "daphne"]}
LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104


@dataclass
class Container:
    """A process that stands for a container of a service."""

    service: str
    port: int
    metrics_port: int
    environment: Mapping[str, str]
    words: Mapping[str, str]
    log: Path
    options: tuple[str, ...] = ()
    """What replaces the network of its own that a container has."""
    child: subprocess.Popen[bytes] | None = None

    def fitted(self, text: str) -> str:
        """Return a word of the file as it is without containers."""
        for word, instead in self.words.items():
            text = text.replace(word, instead)
        return text

    def command(self, words: list[str]) -> list[str]:
        """Return a command of the file as it is without containers."""
        return [*PROGRAMS.get(words[0], [words[0]]), *map(self.fitted, words[1:])]

    def start(self) -> None:
        """Start it, and wait until its health check passes, or until it ends if it has none."""
        bind = ["--bind", LOOPBACK] if self.options else []
        line = [*self.command(SERVICES[self.service]["command"]), *bind, *self.options]
        with self.log.open("ab") as log:
            self.child = subprocess.Popen(
                line, cwd=REPOSITORY, env=self.environment, stdout=log, stderr=subprocess.STDOUT
            )
        if SERVICES[self.service]["restart"] == "no":
            assert self.child.wait(PATIENCE) == 0, self.log.read_text()
            return
        self.wait_until(self.is_healthy)

    def wait_until(self, what: Callable[[], bool]) -> None:
        """Wait until something is true, while the process runs."""
        until = time.monotonic() + PATIENCE
        while not what():
            assert self.child is not None
            assert self.child.poll() is None, self.log.read_text()
            assert time.monotonic() < until, self.log.read_text()
            time.sleep(0.2)

    def is_healthy(self) -> bool:
        """Run the health check of the file."""
        program, *words = self.command(SERVICES[self.service]["healthcheck"]["test"][1:])
        # redis-cli takes its options before the command.
        check = [program, *(option.replace("--port", "-p") for option in self.options), *words]
        done = subprocess.run(
            check, cwd=REPOSITORY, env=self.environment, capture_output=True, check=False
        )
        return done.returncode == 0

    def is_ended(self) -> bool:
        """Whether it was to end, and has."""
        return self.child is None or self.child.poll() is not None

    def stop(self) -> None:
        """End it as `docker stop` does."""
        if self.child is not None:
            self.child.terminate()
            try:
                self.child.wait(PATIENCE)
            finally:
                self.child.kill()
                self.child.wait()
            self.child = None


@dataclass
class Stack:
    """All services on this machine, each where it finds the others."""

    folder: Path
    scale: Mapping[str, int]
    cleanup: ExitStack
    containers: list[Container] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ports = {name: free_port() for name in ("postgres", "redis", "http", "https", "up")}
        for name in ("secrets", "data", "certificates"):
            (self.folder / name).mkdir()
        # PostgreSQL runs as another user.
        self.folder.chmod(0o755)

    @property
    def url(self) -> str:
        """The site's address for browsers."""
        return f"https://localhost:{self.ports['https']}"

    @property
    def certificate(self) -> Path:
        """The certificate by which the proxy signs its own."""
        return self.folder / "certificates/caddy/pki/authorities/local/root.crt"

    def of(self, service: str) -> list[Container]:
        """Return the containers of a service."""
        return [one for one in self.containers if one.service == service]

    def up(self) -> None:
        """Start everything in the order of the file."""
        for service in order():
            if service == "postgres":
                self._start_postgres()
            elif "profiles" not in SERVICES[service]:
                for number in range(self.scale.get(service, 1)):
                    self._start(service, number)

    def _start(self, service: str, number: int) -> None:
        port, metrics_port = free_port(), free_port()
        words = {
            "postgres:5432": f"{LOOPBACK}:{self.ports['postgres']}",
            "redis:6379": f"{LOOPBACK}:{self.ports['redis']}",
            EVERYWHERE: LOOPBACK,
            "--port=8000": f"--port={port}",
            f"{LOOPBACK}:8000": f"{LOOPBACK}:{port}",
            ":9100": f":{metrics_port}",
            ":8081": f":{self.ports['up']}",
            "/secrets": str(self.folder / "secrets"),
            "/etc/caddy": str(REPOSITORY / "solitaire_site/deploy"),
            # The address of the proxy.
            "172.30.57.2": LOOPBACK,
        }
        log = self.folder / f"{service}-{number}.log"
        one = Container(service, port, metrics_port, {}, words, log)
        own = SERVICES[service].get("environment", {})
        variables = {name: one.fitted(value) for name, value in own.items()}
        one.environment = manage.clean_environment(
            {"DATA_DIR": str(self.folder / "data"), "CONNECTS_PER_ADDRESS": "0", **variables}
        )
        if service == "proxy":
            one.environment = {**os.environ, **variables, **self._for_the_proxy()}
        elif service == "redis":
            one.options = ("--port", str(self.ports["redis"]))
        self.cleanup.callback(one.stop)
        self.containers.append(one)
        one.start()

    def _for_the_proxy(self) -> dict[str, str]:
        """Return where the containers are, which the names of the network tell otherwise."""
        return {
            "XDG_DATA_HOME": str(self.folder / "certificates"),
            "XDG_CONFIG_HOME": str(self.folder / "certificates"),
            "HTTP_PORT": str(self.ports["http"]),
            "HTTPS_PORT": str(self.ports["https"]),
            "HEALTH_PORT": str(self.ports["up"]),
            **{
                f"{service.upper()}_AT": " ".join(
                    ["to", *(f"{LOOPBACK}:{one.port}" for one in self.of(service))]
                )
                for service in ("pages", "live")
            },
        }

    def _start_postgres(self) -> None:
        """Start PostgreSQL as its image does with these variables."""
        variables = SERVICES["postgres"]["environment"]
        user = variables["POSTGRES_USER"]
        password = str(self.folder / variables["POSTGRES_PASSWORD_FILE"].lstrip("/"))
        home = self.folder / "postgres"
        home.mkdir()
        owner = []
        if os.getuid() == 0:
            shutil.chown(home, "postgres")
            owner = ["runuser", "-u", "postgres", "--"]
        programs = needs.postgres_programs()

        def run(program: str, *arguments: str) -> None:
            with (self.folder / "postgres.log").open("ab") as log:
                line = [*owner, f"{programs}/{program}", "-D", str(home / "data"), *arguments]
                subprocess.run(line, stdout=log, stderr=log, check=True, cwd="/")

        run("initdb", "--username", user, f"--pwfile={password}", "--auth=scram-sha-256")
        where = f"-k {home} -c listen_addresses={LOOPBACK} -p {self.ports['postgres']}"
        run("pg_ctl", "start", "-w", "-l", str(home / "log"), "-o", where)
        self.cleanup.callback(run, "pg_ctl", "stop", "-w", "-m", "immediate")
        secret = Path(password).read_text()
        # The image creates a database of the user's name.
        create = [f"{programs}/createdb", "--username", user, user]
        reach = {"PGHOST": LOOPBACK, "PGPORT": str(self.ports["postgres"]), "PGPASSWORD": secret}
        subprocess.run(create, env={**os.environ, **reach}, check=True)
