"""A racer of the load generator makes each move once, however often it rests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random

import pytest

from tests.benchmarks.load import racer
from tests.benchmarks.load.courses import Course
from tests.benchmarks.load.racer import Racer
from tests.benchmarks.load.tally import Tally

MOVES = 6
PACE = 0.01


class FakeWire:
    """A socket whose server answers when told."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.acts: list[int] = []
        self.acted = asyncio.Event()
        self._hear = hear

    def send(self, frame: bytes) -> None:
        self.acts.append(json.loads(frame)["n"])
        self.acted.set()

    def show(self, number: int) -> None:
        """Show the board after so many actions."""
        self._hear(b'{"t":"board","seat":0,"n":%d}' % number)


async def test_a_move_answered_while_it_rests_starts_no_second_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wires: list[FakeWire] = []

    async def dial(url: str, path: str, cookie: str, hear: Callable[[bytes], None]) -> FakeWire:
        wires.append(FakeWire(hear))
        return wires[-1]

    monkeypatch.setattr(racer, "dial", dial)
    one = Racer(Course("BCDFGH", ["t1f"] * MOVES, ["a cookie"]), 0, Tally(), Random(1))
    await one.connect("http://127.0.0.1")
    (wire,) = wires
    wire.show(0)
    for number in range(1, MOVES + 1):
        one.play(PACE)
        await wire.acted.wait()
        wire.acted.clear()
        one.rest()
        wire.show(number)
    await asyncio.sleep(20 * PACE)
    assert wire.acts == list(range(1, MOVES + 1))
