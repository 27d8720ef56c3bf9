"""Talking to a solver process over pipes that the test holds."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import Iterator
from typing import Any

import pytest

from games.live.solver_process import SolverProcess

PATIENCE = 30


class Pipes:
    """Replaces a process: records its input, and writes its output."""

    def __init__(self, command: list[str], **options: Any) -> None:
        self.command, self.options = command, options
        answers, said = os.pipe()
        questions, asked = os.pipe()
        self.stdout = os.fdopen(answers, "rb", 0)
        self.stdin = os.fdopen(asked, "wb", 0)
        self._asked = os.fdopen(questions, "rb", 0)
        self._said: int | None = said
        self.kills = 0

    @property
    def asked(self) -> bytes:
        """Return all input until the end of the process."""
        with self._asked:
            return self._asked.read()

    def say(self, text: bytes) -> None:
        assert self._said is not None
        os.write(self._said, text)

    def refuse(self) -> None:
        """Stop reading."""
        self._asked.close()

    def kill(self) -> None:
        self.kills += 1
        if self._said is not None:
            os.close(self._said)
            self._said = None

    def wait(self) -> int:
        return -9

    def __enter__(self) -> Pipes:
        return self

    def __exit__(self, *_: object) -> None:
        self.stdout.close()
        self.stdin.close()


class Heard:
    """A worker whose processes are pipes, and the lines read from it."""

    def __init__(self) -> None:
        self.lines: list[bytes | None] = []
        self.worker = SolverProcess(self._hear)
        self._more = asyncio.Event()

    def _hear(self, worker: SolverProcess, line: bytes | None) -> None:
        assert worker is self.worker
        self.lines.append(line)
        self._more.set()

    async def until(self, *lines: bytes | None) -> None:
        """Wait for this many lines and compare them."""
        async with asyncio.timeout(PATIENCE):
            while len(self.lines) < len(lines):
                self._more.clear()
                await self._more.wait()
        assert self.lines == list(lines)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Pipes]]:
    """Provide the processes that were started."""
    started: list[Pipes] = []

    def start(command: list[str], **options: Any) -> Pipes:
        started.append(Pipes(command, **options))
        return started[-1]

    monkeypatch.setattr("games.live.solver_process.subprocess.Popen", start)
    yield started
    for process in started:
        process.refuse()


async def test_the_first_question_starts_one_process(started: list[Pipes]) -> None:
    worker = Heard().worker
    assert started == []
    for line in (b"one", b"other"):
        worker.ask(line)
    worker.interrupt()
    [process] = started
    assert process.command[1:] == ["-m", "games.solver.worker"]
    assert worker.stop() == -9
    assert (process.asked, process.kills) == (b"one\nother\n\n", 1)


async def test_answers_are_read_line_by_line(started: list[Pipes]) -> None:
    heard = Heard()
    heard.worker.start()
    started[0].say(b"one\nother\nthi")
    await heard.until(b"one", b"other")
    started[0].say(b"rd\n")
    await heard.until(b"one", b"other", b"third")
    heard.worker.stop()


async def test_a_death_is_reported_and_the_next_question_starts_another(
    started: list[Pipes], caplog: pytest.LogCaptureFixture
) -> None:
    heard = Heard()
    heard.worker.ask(b"one")
    started[0].say(b"half an ans")
    heard.worker.kill()
    await heard.until(None)
    assert caplog.messages == ["A solver process ended with status -9"]
    heard.worker.ask(b"other")
    started[1].say(b"answer\n")
    await heard.until(None, b"answer")
    heard.worker.stop()
    assert (started[0].asked, started[1].asked) == (b"one\n", b"other\n")


async def test_a_process_that_cannot_be_started_counts_as_dead(
    started: list[Pipes], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_command: object, **_options: object) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    heard = Heard()
    with monkeypatch.context() as full:
        full.setattr("games.live.solver_process.subprocess.Popen", fail)
        heard.worker.start()
        assert heard.lines == []
        heard.worker.ask(b"one")
        await heard.until(None)
    assert set(caplog.messages) == {
        "A solver process cannot be started: [Errno 11] Resource temporarily unavailable"
    }
    heard.worker.ask(b"other")
    heard.worker.stop()
    assert started[0].asked == b"other\n"


async def test_a_process_that_stops_reading_is_ended(started: list[Pipes]) -> None:
    heard = Heard()
    heard.worker.start()
    started[0].refuse()
    heard.worker.ask(b"one")
    await heard.until(None)
    assert started[0].kills


async def test_a_worker_without_a_process_can_be_stopped(
    started: list[Pipes],
) -> None:
    heard = Heard()
    heard.worker.interrupt()
    heard.worker.kill()
    assert heard.worker.stop() is None
    heard.worker.start()
    heard.worker.stop()
    heard.worker.interrupt()
    heard.worker.kill()
    assert heard.worker.stop() is None
    assert (len(started), heard.lines) == (1, [])
