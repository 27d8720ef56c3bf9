"""A lane: races one field after the other, with watchers, and storms of reconnections."""

from __future__ import annotations

import asyncio
import time
from array import array
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from threading import Event
from typing import Final

from msgspec.structs import replace

from tests.benchmarks.load import ledger
from tests.benchmarks.load.courses import Course
from tests.benchmarks.load.field import connect_all, field_of, start_all
from tests.benchmarks.load.race import DEAL_SECONDS
from tests.benchmarks.load.racer import Racer
from tests.benchmarks.load.sites import Site
from tests.benchmarks.load.tally import Tally
from tests.benchmarks.load.wire import Wire, dial

WATCHERS: Final = 3
"""Watchers of each lane's first race."""

LEAST: Final = 2.0
"""Seconds that a field moves even if it is late."""

CALM: Final = 40.0
"""Seconds between two storms, in each of which all players of a lane come back at once."""

LOOK_EVERY: Final = 1.0
"""Seconds after which an interruption is noticed."""

FASTEST: Final = 0.5
"""Of the usual time between two moves, the least that a late lane takes."""

ENDING: Final = 1.0
"""Seconds that a field stays after its end, as people who look at the result."""


@dataclass
class Done:
    """What all lanes have done so far."""

    races: int = 0
    acknowledged: int = 0
    """Actions, the ends of runs not counted."""
    stored: int = 0
    latencies: array[float] = field(default_factory=lambda: array("d"))
    """Seconds that each move waited for its acknowledgement."""
    reconnections: int = 0
    watched: int = 0
    """Frames that watchers got."""


@dataclass(frozen=True)
class End:
    """When the races end: at an instant of the monotonic clock, or once they are interrupted."""

    at: float
    interrupted: Event

    @property
    def left(self) -> float:
        """Seconds until then."""
        return 0.0 if self.interrupted.is_set() else self.at - time.monotonic()


@dataclass(frozen=True)
class Field:
    """The players of a lane's races, and who watches the first of them."""

    racers: Sequence[Racer]
    tally: Tally
    watchers: list[Wire]

    def leave(self) -> None:
        """Drop all sockets."""
        for racer in self.racers:
            racer.leave()
        for watcher in self.watchers:
            watcher.close()


class Lane:
    """Races at a rate until there is no time for another move."""

    def __init__(self, site: Site, races: int, rate: float, done: Done) -> None:
        self._site = site
        self._races = races
        self._rate = rate
        self._done = done
        self._moved = 0
        self._urls = [server.url for server in site.servers]

    async def run(self, end: End) -> None:
        """Let one field after the other race until the end.

        :raises LostError: if the site drops a socket or refuses a move.
        :raises LedgerError: if what is stored isn't what was acknowledged.
        """
        began, seeded, closing = time.monotonic(), self._seed(), None
        with ExitStack() as sockets:
            while end.left > 0:
                courses, seeded = await seeded, self._seed()
                field = await self._enter(courses, sockets)
                seconds = time.monotonic() - began
                await self._play(field, self._pace(seconds, len(field.racers)), end)
                self._moved += sum(racer.acknowledged for racer in field.racers)
                # The next field enters while this one's races close.
                if closing is not None:
                    await closing
                closing = asyncio.create_task(self._close(field))
            await seeded
            if closing is not None:
                await closing

    def _seed(self) -> asyncio.Task[Sequence[Course]]:
        """Open the next races while the last ones go on: it takes a process seconds."""
        return asyncio.create_task(asyncio.to_thread(self._site.seed, self._races))

    def _pace(self, seconds: float, players: int) -> float:
        """Return the seconds between two moves; fewer to make up for the time between fields."""
        usual = players / self._rate
        if not self._moved:
            return usual
        return usual * max(FASTEST, min(1.0, self._moved / (self._rate * seconds)))

    async def _enter(self, courses: Sequence[Course], sockets: ExitStack) -> Field:
        """Start races; all are as long as the shortest, since the lane waits for the longest."""
        length = min(len(course.moves) for course in courses)
        courses = [replace(course, moves=course.moves[:length]) for course in courses]
        field = Field(field_of(courses, tally := Tally()), tally, [])
        sockets.callback(field.leave)
        await connect_all(field.racers, self._urls)
        for number in range(WATCHERS):
            field.watchers.append(await self._watch(courses[0], number))
        start_all(field.racers)
        await tally.until("dealt", len(field.racers), DEAL_SECONDS)
        return field

    async def _close(self, field: Field) -> None:
        """Count what is stored, then end the races."""
        await self._count(field.racers, field.tally)
        for racer in field.racers:
            racer.send(b'{"t":"end"}')
        await asyncio.sleep(ENDING)
        field.leave()

    async def _play(self, field: Field, pace: float, end: End) -> None:
        """Move until all have made their moves; now and then all come back at once."""
        racers, tally = field.racers, field.tally
        is_last = False
        while not is_last:
            left = end.left
            is_last = left <= CALM
            playing = [racer for racer in racers if racer.stored < len(racer.course.moves)]
            for racer in playing:
                racer.play(pace)
            seconds = max(LEAST, min(CALM, left))
            if not playing or await _all_done(tally, len(racers), seconds, end):
                break
            await _rest(playing, tally)
            for racer in racers:
                racer.leave()
            await connect_all(racers, self._urls)
            self._done.reconnections += len(racers)
        await _rest(racers, tally)

    async def _count(self, racers: Sequence[Racer], tally: Tally) -> None:
        stored = await asyncio.to_thread(ledger.check, self._site, racers)
        # Not in one step with the wait: other lanes count meanwhile.
        self._done.stored += stored
        self._done.acknowledged += sum(racer.acknowledged for racer in racers)
        self._done.latencies.extend(tally.latencies)
        self._done.races += self._races

    async def _watch(self, course: Course, number: int) -> Wire:
        def hear(_: bytes) -> None:
            self._done.watched += 1

        url = self._urls[number % len(self._urls)]
        return await dial(url, f"/ws/race/{course.code}/", "", hear)


async def _all_done(tally: Tally, racers: int, seconds: float, end: End) -> bool:
    """Wait for so long, unless interrupted; return whether all have made their moves by then."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0 and not end.interrupted.is_set():
        with suppress(TimeoutError):
            await tally.until("done", racers, min(LOOK_EVERY, left))
            return True
    return False


async def _rest(racers: Sequence[Racer], tally: Tally) -> None:
    """Have no move under way.

    :raises LostError: if the site dropped a socket or refused a move.
    """
    for racer in racers:
        racer.rest()
    await asyncio.gather(*(racer.answered() for racer in racers))
    tally.check()
