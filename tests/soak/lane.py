"""A lane: races one field after the other, with watchers, and storms of reconnections."""

from __future__ import annotations

import asyncio
import time
from array import array
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event
from typing import Final

from tests.benchmarks.load import ledger
from tests.benchmarks.load.courses import SEATS, Course
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


class Lane:
    """Races at a rate until there is no time for another move."""

    def __init__(self, site: Site, races: int, rate: float, done: Done) -> None:
        self._site = site
        self._races = races
        self._pace = races * SEATS / rate
        self._done = done
        self._urls = [server.url for server in site.servers]

    async def run(self, end: End) -> None:
        """Let one field after the other race until the end.

        :raises LostError: if the site drops a socket or refuses a move.
        :raises LedgerError: if what is stored isn't what was acknowledged.
        """
        while end.left > 0:
            # In a thread: seeding takes a process, and the other lanes go on meanwhile.
            courses = await asyncio.to_thread(self._site.seed, self._races)
            await self._race(courses, end)

    async def _race(self, courses: Sequence[Course], end: End) -> None:
        tally = Tally()
        racers = field_of(courses, tally)
        await connect_all(racers, self._urls)
        watchers = [await self._watch(courses[0], number) for number in range(WATCHERS)]
        try:
            start_all(racers)
            await tally.until("dealt", len(racers), DEAL_SECONDS)
            await self._play(racers, tally, end)
            await self._count(racers, tally)
            await _all_end(racers)
        finally:
            for racer in racers:
                racer.leave()
            for watcher in watchers:
                watcher.close()

    async def _play(self, racers: Sequence[Racer], tally: Tally, end: End) -> None:
        """Move until all have made their moves; now and then all come back at once."""
        is_last = False
        while not is_last:
            left = end.left
            is_last = left <= CALM
            playing = [racer for racer in racers if racer.stored < len(racer.course.moves)]
            for racer in playing:
                racer.play(self._pace)
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


async def _all_end(racers: Sequence[Racer]) -> None:
    """End all runs, which ends the races, and stay for the result."""
    for racer in racers:
        racer.send(b'{"t":"end"}')
    await asyncio.sleep(ENDING)
