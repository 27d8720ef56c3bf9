"""Shutdown: a process closes its sockets first, and only then lets the signal through."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from types import FrameType

import pytest

from games.live.draining import SIGNALS, Drain

PATIENCE = 30


class Socket:
    """A socket that ends when asked to."""

    def __init__(self, drain: Drain, does: list[str], fault: Exception | None = None) -> None:
        self._drain = drain
        self._does = does
        self._fault = fault
        drain.add(self.end)

    async def end(self) -> None:
        """End, and drop out of the count a moment later."""
        self._does.append("end")
        asyncio.get_running_loop().call_soon(self._leave)
        if self._fault is not None:
            raise self._fault

    def _leave(self) -> None:
        self._does.append("gone")
        self._drain.remove(self.end)


class Busy(Socket):
    """A socket that doesn't end until the test lets it."""

    may_leave = False

    def _leave(self) -> None:
        if self.may_leave:
            super()._leave()
        else:
            asyncio.get_running_loop().call_later(0.01, self._leave)


@pytest.fixture
def does() -> list[str]:
    """Provide the list of what happened, in order."""
    return []


@pytest.fixture
def drain(does: list[str]) -> Drain:
    async def last() -> None:
        does.append("last")

    return Drain(last)


@pytest.fixture(params=SIGNALS)
def asked_to_end(request: pytest.FixtureRequest, does: list[str]) -> Iterator[signal.Signals]:
    """Provide a termination signal that is recorded here instead of ending the process."""
    before = {number: signal.getsignal(number) for number in SIGNALS}

    def note(number: int, frame: FrameType | None) -> None:
        does.append(signal.Signals(number).name)

    for number in SIGNALS:
        signal.signal(number, note)
    yield request.param
    for number, handler in before.items():
        signal.signal(number, handler)


async def until(does: list[str], last: str) -> None:
    """Wait until something has happened."""
    async with asyncio.timeout(PATIENCE):
        while last not in does:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_the_signal_takes_effect_once_all_sockets_are_gone(
    drain: Drain, does: list[str], asked_to_end: signal.Signals
) -> None:
    for fault in (None, OSError("gone")):
        Socket(drain, does, fault)
    signal.raise_signal(asked_to_end)
    assert does == []
    await until(does, asked_to_end.name)
    assert does == ["end", "end", "gone", "gone", "last", asked_to_end.name]
    assert drain.has_begun


async def test_a_second_signal_takes_effect_at_once(
    drain: Drain, does: list[str], asked_to_end: signal.Signals
) -> None:
    socket = Busy(drain, does)
    signal.raise_signal(asked_to_end)
    await until(does, "end")
    signal.raise_signal(signal.SIGTERM)
    assert does == ["end", "SIGTERM"]
    does.clear()
    socket.may_leave = True
    await until(does, asked_to_end.name)
    assert does == ["gone", "last", asked_to_end.name]


@pytest.mark.usefixtures("asked_to_end")
async def test_a_signal_that_is_ignored_stays_ignored(drain: Drain, does: list[str]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Socket(drain, does)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    signal.raise_signal(signal.SIGTERM)
    await until(does, "SIGTERM")
    assert does == ["end", "gone", "last", "SIGTERM"]
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


@pytest.mark.usefixtures("asked_to_end")
async def test_a_socket_that_does_not_end_is_waited_for_only_so_long(
    drain: Drain, does: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("games.live.draining.DRAIN_SECONDS", 0.05)
    Busy(drain, does)
    await drain.run()
    assert does == ["end", "last"]
    assert caplog.messages[-1] == "Some sockets did not close in time"


@pytest.mark.usefixtures("asked_to_end")
async def test_a_socket_that_left_earlier_is_not_ended(drain: Drain, does: list[str]) -> None:
    socket = Socket(drain, does)
    drain.remove(socket.end)
    await drain.run()
    assert does == ["last"]


async def test_outside_the_main_thread_no_signal_is_held(
    drain: Drain, does: list[str], asked_to_end: signal.Signals
) -> None:
    async def serve() -> None:
        Socket(drain, does)

    await asyncio.to_thread(asyncio.run, serve())
    signal.raise_signal(asked_to_end)
    assert does == [asked_to_end.name]


def test_after_its_loop_has_closed_the_signal_takes_effect_at_once(
    drain: Drain, does: list[str], asked_to_end: signal.Signals
) -> None:
    async def serve() -> None:
        Socket(drain, does)

    asyncio.run(serve())
    signal.raise_signal(asked_to_end)
    assert does == [asked_to_end.name]
