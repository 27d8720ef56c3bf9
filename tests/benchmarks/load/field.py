"""A field of racers: who sits where, who goes on for whom, and how all come and go."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from random import Random
from typing import Final

from tests.benchmarks.load.courses import Course
from tests.benchmarks.load.racer import Racer
from tests.benchmarks.load.tally import Tally

LAPS: Final = 2
"""How many races follow one another, so that as many racers move for longer than one race takes."""

CONNECTING: Final = 40
"""How many sockets are opened at once."""


def field_of(courses: Sequence[Course], tally: Tally) -> list[Racer]:
    """A racer for every seat; their chance is the same in every run."""
    return [
        Racer(course, seat, tally, Random(f"{number}/{seat}"))
        for number, course in enumerate(courses)
        for seat in range(len(course.cookies))
    ]


def relay(racers: Sequence[Racer]) -> Sequence[Racer]:
    """The racers who begin; when one is done, another goes on in a race of the next lap.

    That race is of another game: the games are raced in turn, and some take fewer moves. Nobody
    wins, so what a finish costs is in no figure.
    """
    each = len(racers) // LAPS
    for lap in range(1, LAPS):
        for place, racer in enumerate(racers[(lap - 1) * each : lap * each]):
            seats = len(racer.course.cookies)
            racer.relief = racers[lap * each + (place + seats) % each]
    return racers[:each]


async def connect_all(racers: Sequence[Racer], urls: Sequence[str]) -> float:
    """Open the sockets of all, the seats of a race at the sites in turn; the seconds it took."""
    gate = asyncio.Semaphore(CONNECTING)

    async def connect(racer: Racer) -> None:
        async with gate:
            await racer.connect(urls[racer.seat % len(urls)])

    started = time.perf_counter()
    await asyncio.gather(*map(connect, racers))
    return time.perf_counter() - started


def start_all(racers: Sequence[Racer]) -> None:
    """Have the hosts start their races; a practice has begun when it is opened."""
    for racer in racers:
        if racer.seat == 0 and len(racer.course.cookies) > 1:
            racer.send(b'{"t":"start"}')


async def rest(racers: Sequence[Racer], tally: Tally) -> None:
    """Wait for the last answers, then leave.

    :raises LostError: if the server has dropped anybody or refused a move.
    :raises TimeoutError: if it does not answer.
    """
    for racer in racers:
        racer.rest()
    tally.check()
    await asyncio.gather(*(racer.answered() for racer in racers))
    tally.check()
    for racer in racers:
        racer.leave()
