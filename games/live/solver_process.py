"""Solver processes beside the server, asked over pipes: no search ever runs in the event loop."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Final

from django.conf import settings

logger = logging.getLogger(__name__)

MODULE: Final = "games.solver.worker"


class SolverProcess:
    """One `games.solver.worker`, started when it is first asked and again after it has died.

    `heard` gets each line that it answers, and None when it has died. It never blocks: what waits
    in the pipe to it is a line or two.
    """

    def __init__(self, heard: Callable[[SolverProcess, bytes | None], None]) -> None:
        self._heard = heard
        self._process: subprocess.Popen[bytes] | None = None
        self._said = b""

    def start(self) -> None:
        """Start the process, so that it is ready when it is asked."""
        if self._process is None:
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-m", MODULE],
                cwd=settings.BASE_DIR,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
            )
            asyncio.get_running_loop().add_reader(self._output(self._process), self._read)

    def ask(self, line: bytes) -> None:
        """Send a line; the process is started if it does not run."""
        self.start()
        self._write(line)

    def interrupt(self) -> None:
        """End the search that is going on; it is answered nevertheless."""
        self._write(b"")

    def kill(self) -> None:
        """End the process, which is heard as its death."""
        if self._process is not None:
            self._process.kill()

    def stop(self) -> int | None:
        """End the process without a word; its exit status."""
        process, self._process, self._said = self._process, None, b""
        if process is None:
            return None
        asyncio.get_running_loop().remove_reader(self._output(process))
        process.kill()
        with process:
            return process.wait()

    def _write(self, line: bytes) -> None:
        if self._process is not None and self._process.stdin is not None:
            try:
                self._process.stdin.write(line + b"\n")
            except OSError:
                self.kill()

    def _read(self) -> None:
        if self._process is None:
            return
        said = os.read(self._output(self._process), 65_536)
        if not said:
            logger.warning("A solver process has ended with %s", self.stop())
            self._heard(self, None)
            return
        *lines, self._said = (self._said + said).split(b"\n")
        for line in lines:
            self._heard(self, line)

    @staticmethod
    def _output(process: subprocess.Popen[bytes]) -> int:
        assert process.stdout is not None  # noqa: S101
        return process.stdout.fileno()
