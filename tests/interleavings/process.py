"""The parent's end of a performer process."""

from __future__ import annotations

import json
import select
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests import manage

PATIENCE: Final = 60.0
"""Seconds after which a silent process has failed."""


@dataclass(frozen=True)
class Done:
    """The answer of an operation, the points it reached, and its writes.

    A write is a function, a table and a verb, as in `tests.interleavings.performer`.
    """

    answer: Any
    points: list[str]
    writes: frozenset[tuple[str, str, str]]


@dataclass
class Performer:
    """A process that runs one operation at a time: see `tests.interleavings.performer`."""

    child: subprocess.Popen[str]
    log: Path
    pid: int = 0
    """The process of its database connection, once known."""

    @classmethod
    def start(cls, environment: Mapping[str, str], log: Path) -> Performer:
        """Start a process without waiting for it."""
        settings = {"DJANGO_SETTINGS_MODULE": "solitaire_site.settings"}
        with log.open("ab") as errors:
            child = subprocess.Popen(
                [sys.executable, "-m", "tests.interleavings.performer"],
                cwd=manage.REPOSITORY,
                env=manage.clean_environment({**environment, **settings}),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                bufsize=1,
            )
        return cls(child, log)

    def cue(self, **cue: Any) -> None:
        """Start an operation, or continue a paused one."""
        assert self.child.stdin is not None
        self.child.stdin.write(json.dumps(cue) + "\n")

    def has_replied(self, seconds: float) -> bool:
        """Tell whether a reply comes within so many seconds."""
        assert self.child.stdout is not None
        return bool(select.select([self.child.stdout], [], [], seconds)[0])

    def receive(self) -> Any:
        """Wait for the next reply and return it."""
        assert self.child.stdout is not None
        assert self.has_replied(PATIENCE), "the process is silent"
        line = self.child.stdout.readline()
        assert line, self.log.read_text()
        return json.loads(line)

    def done(self) -> Done:
        """Wait for the operation to end."""
        reply = self.receive()
        writes = frozenset((writer, table, verb) for writer, table, verb in reply["writes"])
        return Done(reply["answer"], reply["points"], writes)

    def end(self) -> None:
        """Kill the process."""
        self.child.kill()
        self.child.wait()
        for pipe in (self.child.stdin, self.child.stdout):
            assert pipe is not None
            pipe.close()
