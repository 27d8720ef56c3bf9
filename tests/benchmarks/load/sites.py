"""Sites for the bench: a fresh database and the processes that serve it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests import manage
from tests.benchmarks.load.courses import Course, from_json
from tests.benchmarks.load.servers import LOAD_CORE, SERVER_CORE, SITE, Server, serve
from tests.stores import Backend, Stores

ONE_ADDRESS: Final = {
    **{"CONNECTIONS_PER_ADDRESS": "0", "CONNECTS_PER_ADDRESS": "0", "GUESTS_PER_HOUR": "0"},
    **{"REQUESTS_PER_ADDRESS": "0", "PAGE_SECONDS": "1"},
}
"""Lifts the limits per address, as all racers share one. Everything else is as shipped, also what
tests have otherwise."""


@dataclass(frozen=True)
class Site:
    """Processes on one database."""

    environment: Mapping[str, str]
    servers: Sequence[Server]
    """Those with the sockets."""
    pages: Sequence[Server]
    """Those with the pages, usually the same."""

    def seed(self, races: int, start: int = 0) -> list[Course]:
        """Open races of five; `start` is when they start, in milliseconds, or 0 for not at all."""
        module = "tests.benchmarks.load.seeding"
        return from_json(run(self.environment, module, str(races), str(start)))


@contextmanager
def site(
    kind: str,
    backend: Backend = "postgres",
    cores: Sequence[int | None] = (SERVER_CORE,),
    *,
    apart: bool = False,
    **variables: str,
) -> Iterator[Site]:
    """Serve a fresh site with one process on each of these cores.

    With `apart` they have the sockets, and one more on the load's core has the pages; it has the
    time that the load leaves.
    """
    with ExitStack() as cleanup, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "template").mkdir()
        store = Stores(folder / "template", cleanup).fresh(backend, folder, cleanup)
        environment = {**store, **ONE_ADDRESS, **variables}

        def start(role: str, core: int | None) -> Server:
            return cleanup.enter_context(serve(kind, SITE, {**environment, "ROLE": role}, core))

        servers = [start("live" if apart else "all", core) for core in cores]
        if not apart:
            yield Site(environment, servers, servers)
            return
        pages = start("pages", LOAD_CORE)
        os.setpriority(os.PRIO_PROCESS, pages.pid, 19)
        yield Site(environment, servers, [pages])


def run(environment: Mapping[str, str], module: str, *arguments: str) -> str:
    """Run a module with a site's settings; return what it prints.

    :raises RuntimeError: if it fails, with its error output.
    """
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=manage.REPOSITORY,
        env=manage.clean_environment(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{module}: {done.stderr}")
    return done.stdout
