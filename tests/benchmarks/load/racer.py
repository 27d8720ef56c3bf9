"""Racers who play stored lines, at their own pace or as fast as they are answered."""

from __future__ import annotations

import asyncio
import time
from array import array
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder

from tests.benchmarks.load.courses import Course
from tests.benchmarks.load.wire import Wire, dial

ANSWER_SECONDS: Final = 30
"""How long an answer may take."""

ATTEMPTS: Final = 5
"""How often a racer knocks."""

CONNECTING: Final = 40
"""How many sockets are opened at once."""


class Shown(Struct):
    """What a racer reads of a board."""

    outcome: str | None


class Frame(Struct):
    """What a racer reads of a frame."""

    t: str
    n: int | None = None
    seat: int | None = None
    code: str | None = None
    k: int | None = None
    board: Shown | None = None


DECODER: Final = Decoder(Frame)


class Tally:
    """What all racers have seen; times are of the monotonic clock, in seconds."""

    def __init__(self) -> None:
        self.answered_at = array("d")
        self.latencies = array("d")
        self.refused: Counter[str] = Counter()
        self.dealt = 0
        self.done = 0
        self.lost = 0
        self.retried = 0
        """Handshakes that the server has let time out."""
        self.changed = asyncio.Event()

    def count(self, what: str) -> None:
        """Count one more that is dealt, done or lost."""
        setattr(self, what, getattr(self, what) + 1)
        self.changed.set()

    async def until(self, what: str, number: int, seconds: float) -> None:
        """Wait for so many.

        :raises TimeoutError: if they do not come in time; it says how many came.
        """
        try:
            async with asyncio.timeout(seconds):
                while getattr(self, what) < number:
                    self.changed.clear()
                    await self.changed.wait()
        except TimeoutError:
            came, counts = getattr(self, what), dict(self.refused)
            raise TimeoutError(f"{came} of {number} racers are {what}; refused: {counts}") from None


class Racer:
    """One player of one race."""

    def __init__(self, course: Course, seat: int, tally: Tally, chance: Random) -> None:
        self.course = course
        self.seat = seat
        self.dealt_at: float | None = None
        """When the deal was here, in seconds since the epoch."""
        self.shown_number = 0
        """The number of the first board that was shown."""
        self.stored = 0
        """The number of the last action that the server has acknowledged."""
        self.acknowledged = 0
        """How many of the own actions the server has acknowledged."""
        self._tally = tally
        self._chance = chance
        self._pace: float | None = None
        self._wire: Wire | None = None
        self._due = 0.0
        self._dealt = asyncio.Event()
        self._answered = asyncio.Event()
        self._answered.set()
        self._playing = False

    async def connect(self, url: str) -> None:
        """Open the socket; a server that is too busy to answer is asked again, as browsers do.

        :raises OSError: if it never answers.
        """
        path = f"/ws/race/{self.course.code}/"
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

    def play(self, pace: float | None) -> None:
        """Move every so many seconds on average, or as soon as the last move is acknowledged."""
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
            self._tally.refused[str(frame.code)] += 1

    def _see(self, frame: Frame) -> None:
        assert frame.n is not None
        assert frame.board is not None
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
        if frame.board.outcome == "won":
            self._tally.count("done")
        elif self._pace is None:
            self._due = now
            self._act()
        else:
            # Late answers do not slow the racer down: the wait for them counts as latency.
            self._due += self._chance.expovariate(1 / self._pace)
            self._act_when_due()

    def _act_when_due(self) -> None:
        delay = self._due - time.perf_counter()
        if delay <= 0:
            self._act()
        else:
            asyncio.get_running_loop().call_later(delay, self._act)

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
        """Make no more moves."""
        self._playing = False

    async def shown(self) -> None:
        """Wait for the first board.

        :raises TimeoutError: if it does not come.
        """
        async with asyncio.timeout(ANSWER_SECONDS):
            await self._dealt.wait()

    async def answered(self) -> None:
        """Wait until no move is without an answer.

        :raises TimeoutError: if the server does not answer.
        """
        async with asyncio.timeout(ANSWER_SECONDS):
            await self._answered.wait()

    def leave(self) -> None:
        """Drop the socket."""
        if self._wire is not None:
            self._wire.closed.remove_done_callback(self._closed)
            self._wire.close()


def field_of(courses: Sequence[Course], tally: Tally) -> list[Racer]:
    """A racer for every seat; their chance is the same in every run."""
    return [
        Racer(course, seat, tally, Random(f"{number}/{seat}"))
        for number, course in enumerate(courses)
        for seat in range(len(course.cookies))
    ]


async def connect_all(racers: Sequence[Racer], urls: Sequence[str]) -> float:
    """Open the sockets of all, the seats of a race at the sites in turn; the seconds it took."""
    gate = asyncio.Semaphore(CONNECTING)

    async def connect(racer: Racer) -> None:
        async with gate:
            await racer.connect(urls[racer.seat % len(urls)])

    started = time.perf_counter()
    await asyncio.gather(*map(connect, racers))
    return time.perf_counter() - started
