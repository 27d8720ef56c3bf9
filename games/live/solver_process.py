"""Solver processes, asked over pipes: no search ever runs in the event loop."""

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
    """One `games.solver.worker`, started by the first question, and again after it has died.

    `heard` gets each line of its answers, and None when it dies or can't be started. Writing never
    blocks: only a line or two ever wait in the pipe.
    """

    def __init__(self, heard: Callable[[SolverProcess, bytes | None], None]) -> None:
        self._heard = heard
        self._process: subprocess.Popen[bytes] | None = None
        self._said = b""

    def start(self) -> None:
        """Start the process, to have it ready."""
        if self._process is None:
            try:
                self._process = subprocess.Popen(  # noqa: S603
                    [sys.executable, "-m", MODULE],
                    cwd=settings.BASE_DIR,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    bufsize=0,
                )
            except OSError as error:
                logger.error("A solver process cannot be started: %s", error)
            else:
                asyncio.get_running_loop().add_reader(self._output(self._process), self._read)

    def ask(self, line: bytes) -> None:
        """Send a question; start the process if it does not run."""
        self.start()
        if self._process is None:
            asyncio.get_running_loop().call_soon(self._heard, self, None)
        self._write(line)

    def interrupt(self) -> None:
        """Cut the current search short; it is answered all the same."""
        self._write(b"")

    def kill(self) -> None:
        """Kill the process; `heard` gets None."""
        if self._process is not None:
            self._process.kill()

    def stop(self) -> int | None:
        """Kill the process and return its exit status; `heard` gets nothing."""
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
            logger.warning("A solver process ended with status %s", self.stop())
            self._heard(self, None)
            return
        *lines, self._said = (self._said + said).split(b"\n")
        for line in lines:
            self._heard(self, line)

    @staticmethod
    def _output(process: subprocess.Popen[bytes]) -> int:
        assert process.stdout is not None  # noqa: S101
        return process.stdout.fileno()
