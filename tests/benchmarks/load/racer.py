"""Racers that play stored lines, at a pace or as fast as they are answered."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder

from tests.benchmarks.load.courses import Course
from tests.benchmarks.load.tally import Tally
from tests.benchmarks.load.wire import Wire, dial

ANSWER_SECONDS: Final = 30
"""How long an answer can take."""

ATTEMPTS: Final = 5
"""How often a racer tries to connect."""


class Frame(Struct):
    """The fields of a frame that a racer reads."""

    t: str
    n: int | None = None
    seat: int | None = None
    code: str | None = None
    k: int | None = None
    starts_in: int | None = None


DECODER: Final = Decoder(Frame)


class Racer:
    """One player of one race."""

    def __init__(self, course: Course, seat: int, tally: Tally, chance: Random) -> None:
        self.course = course
        self.seat = seat
        self.relief: Racer | None = None
        """The racer that takes over when this one has made all its moves."""
        self.dialled_at = 0.0
        """When it began to connect, in seconds since the epoch like the times below."""
        self.zero: float | None = None
        """When the race starts: the earliest announcement of the server."""
        self.dealt_at: float | None = None
        """When the deal arrived."""
        self.shown_number = 0
        """The action number of the first board shown."""
        self.stored = 0
        """The number of the last action that the server acknowledged."""
        self.acknowledged = 0
        """How many of its actions the server acknowledged."""
        self._tally = tally
        self._chance = chance
        self._pace: float | None = None
        self._wire: Wire | None = None
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._dealt = asyncio.Event()
        self._answered = asyncio.Event()
        self._answered.set()
        self._playing = False

    async def connect(self, url: str) -> None:
        """Open the socket, retrying as browsers do while the server is too busy to answer.

        :raises OSError: if it never answers.
        """
        path = f"/ws/race/{self.course.code}/"
        self.dialled_at = time.time()
        for attempt in range(ATTEMPTS):
            try:
                self._wire = await dial(url, path, self.course.cookies[self.seat], self._hear)
                break
            except OSError:
                if attempt == ATTEMPTS - 1:
                    raise
                self._tally.retried += 1
                await asyncio.sleep(self._chance.uniform(0, 2 * (attempt + 1)))
        assert self._wire is not None
        self._wire.closed.add_done_callback(self._closed)

    def _closed(self, _: asyncio.Future[None]) -> None:
        self._tally.count("lost")
        self._answered.set()

    def play(self, pace: float | None) -> None:
        """Move once every `pace` seconds on average, or as soon as each move is acknowledged."""
        self._pace = pace
        self._playing = True
        self._due = time.perf_counter()
        if pace is None:
            self._act()
        else:
            self._due += self._chance.uniform(0, pace)
            self._act_when_due()

    def _hear(self, data: bytes) -> None:
        frame = DECODER.decode(data)
        if frame.t == "board" and frame.seat == self.seat:
            self._see(frame)
        elif frame.t == "ping":
            self.send(b'{"t":"pong","k":%d}' % (frame.k or 0))
        elif frame.t == "refused":
            self._tally.refuse(str(frame.code))
            # A refused move gets no other answer.
            self._answered.set()
        elif frame.t == "race" and frame.starts_in is not None:
            self._expect(time.time() + frame.starts_in / 1000)

    def _expect(self, zero: float) -> None:
        if self.zero is None:
            self.zero = zero
            self._tally.count("announced")
        self.zero = min(self.zero, zero)

    def _see(self, frame: Frame) -> None:
        assert frame.n is not None
        if self.dealt_at is None:
            self.dealt_at = time.time()
            self.shown_number = frame.n
            self._dealt.set()
            self._tally.count("dealt")
        if self._answered.is_set() or frame.n <= self.stored:
            return
        now = time.perf_counter()
        self._answered.set()
        self.acknowledged += 1
        self.stored = frame.n
        self._tally.answered_at.append(now)
        self._tally.latencies.append(now - self._due)
        if self.stored == len(self.course.moves):
            self._finish()
        elif not self._playing:
            # `play` sets a timer; a second one would make each later move twice.
            return
        elif self._pace is None:
            self._due = now
            self._act()
        else:
            # Late answers don't slow the racer down: waiting for them counts as latency.
            self._due += self._chance.expovariate(1 / self._pace)
            self._act_when_due()

    def _finish(self) -> None:
        if self.relief is None:
            self._tally.count("done")
        elif self._playing:
            self.relief.play(self._pace)

    def _act_when_due(self) -> None:
        delay = self._due - time.perf_counter()
        if delay <= 0:
            self._act()
        else:
            self._timer = asyncio.get_running_loop().call_later(delay, self._act)

    def _act(self) -> None:
        if self._playing:
            self._answered.clear()
            n = self.stored + 1
            self.send(b'{"t":"act","n":%d,"a":"%s"}' % (n, self.course.moves[n - 1].encode()))

    def send(self, frame: bytes) -> None:
        """Send a frame."""
        assert self._wire is not None
        self._wire.send(frame)

    def rest(self) -> None:
        """Stop moving."""
        self._playing = False
        if self._timer is not None:
            # Who plays on sets another: two would make two moves.
            self._timer.cancel()

    async def shown(self) -> None:
        """Wait for the first board.

        :raises TimeoutError: if it doesn't come.
        """
        async with asyncio.timeout(ANSWER_SECONDS):
            await self._dealt.wait()

    async def answered(self) -> None:
        """Wait until every move is answered.

        :raises TimeoutError: if the server doesn't answer.
        """
        async with asyncio.timeout(ANSWER_SECONDS):
            await self._answered.wait()

    def leave(self) -> None:
        """Drop the socket."""
        if self._wire is not None:
            self._wire.closed.remove_done_callback(self._closed)
            self._wire.close()
