"""Real worker processes with their own database."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tests import manage

PATIENCE = 240
"""Seconds; the first search compiles the solver, which takes a minute on a busy machine."""

STOP_SECONDS = 60


@dataclass
class Crew:
    """The workers of one database, and queries to it."""

    environment: Mapping[str, str]
    log: Path
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, *options: str, code: Path = manage.REPOSITORY) -> subprocess.Popen[bytes]:
        """Start one more worker, by the code in a folder."""
        with self.log.open("ab") as log:
            worker = subprocess.Popen(
                [sys.executable, "manage.py", "worker", *options],
                cwd=code,
                env=manage.clean_environment(self.environment),
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self.workers.append(worker)
        return worker

    def ask(self, code: str) -> str:
        """Run code in the site's shell and return what it prints."""
        return self._operator.run("shell", "-v0", "--no-imports", "-c", code).strip()

    @cached_property
    def _operator(self) -> manage.Operator:
        return manage.Operator(self.environment)

    def wait_until(self, code: str) -> None:
        """Wait until an expression over the tasks of the site is true.

        :raises AssertionError: if it does not within `PATIENCE`.
        """
        self.ask(
            "import time\n"
            "from django_tasks_db.models import DBTaskResult\n"
            "from games.models import *\n"
            f"until = time.monotonic() + {PATIENCE}\n"
            f"while not ({code}):\n"
            "    assert time.monotonic() < until\n"
            "    time.sleep(0.1)\n"
        )

    def wait_for_line(self, text: str) -> None:
        """Wait until the workers have logged a text.

        :raises AssertionError: if they do not within `PATIENCE`.
        """
        until = time.monotonic() + PATIENCE
        while text not in self.log.read_text():
            assert time.monotonic() < until, self.log.read_text()
            time.sleep(0.1)

    def close(self) -> None:
        """Stop all workers as an operator does.

        :raises AssertionError: if a worker does not stop, or its log shows a fault.
        """
        self._operator.end()
        for worker in self.workers:
            worker.terminate()
        for worker in self.workers:
            try:
                worker.wait(STOP_SECONDS)
            finally:
                worker.kill()
        said = self.log.read_text() if self.log.exists() else ""
        assert "Traceback" not in said, said
