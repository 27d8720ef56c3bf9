"""Servers under load: a process on its own core, and the resources it uses."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.error import URLError

from tests import manage
from tests.processes import free_port

SITE: Final = "solitaire_site.asgi:application"
SERVER_CORE: Final = 0
LOAD_CORE: Final = 1
START_SECONDS: Final = 60
STOP_SECONDS: Final = 20
TICKS: Final = os.sysconf("SC_CLK_TCK")
LOCAL: Final = "127.0.0.1"

COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "daphne": (
        *("daphne", "--verbosity", "0", "--bind", LOCAL),
        *("--websocket-max-message-size", "4096", "--websocket-max-frame-size", "4096"),
    ),
    "uvicorn": (
        *("uvicorn", "--loop", "uvloop", "--ws", "websockets-sansio", "--lifespan", "off"),
        *("--no-access-log", "--log-level", "warning", "--host", LOCAL),
        *("--ws-per-message-deflate", "false", "--ws-max-size", "4096", "--no-proxy-headers"),
    ),
    "granian": (
        *("granian", "--interface", "asginl", "--loop", "uvloop", "--no-access-log"),
        *("--log-level", "warning", "--host", LOCAL),
    ),
}
"""The ASGI servers, each as a module with options; a port and an application follow."""


@dataclass(frozen=True)
class Server:
    """A process under load."""

    url: str
    pid: int

    def cpu(self) -> float:
        """Return the seconds of processor time so far, including threads and all descendants."""
        return sum(_cpu(pid) for pid in (self.pid, *_descendants(self.pid)))

    def memory(self) -> int:
        """Return the resident bytes of the process and its descendants."""
        return sum(_memory(pid) for pid in (self.pid, *_descendants(self.pid)))


def _descendants(pid: int) -> Iterator[int]:
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        # A thread or a process may end while it is looked at.
        with suppress(FileNotFoundError, ProcessLookupError):
            for child in map(int, children.read_text().split()):
                yield child
                yield from _descendants(child)


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    # Its own time, and that of children that have ended.
    return sum(map(int, fields[11:15])) / TICKS


def _memory(pid: int) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    lines = (line for line in status.splitlines() if "VmRSS" in line)
    # A process that has ended and isn't reaped yet has none.
    return sum(int(line.split()[1]) for line in lines) * 1024


@contextmanager
def serve(
    kind: str, application: str, environment: Mapping[str, str], core: int | None = SERVER_CORE
) -> Iterator[Server]:
    """Run an application on an ASGI server for the duration of the block."""
    port = free_port()
    with tempfile.NamedTemporaryFile() as log:
        child = subprocess.Popen(
            [sys.executable, "-m", *COMMANDS[kind], "--port", str(port), application],
            cwd=manage.REPOSITORY,
            env=manage.clean_environment(environment),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            if core is not None:
                os.sched_setaffinity(child.pid, {core})
            server = Server(f"http://{LOCAL}:{port}", child.pid)
            _wait(server, child, Path(log.name))
            yield server
        finally:
            child.terminate()
            try:
                child.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            output = Path(log.name).read_text()
            if "Traceback" in output:
                sys.stderr.write(f"Output of the server:\n{output[:3000]}\n")


def _wait(server: Server, child: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while child.poll() is None and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"{server.url}/healthz", timeout=5).close()
        except URLError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"{server.url} doesn't answer: {log.read_text()}")
