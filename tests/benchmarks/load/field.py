"""A field of racers: their seats, their relay, connecting and leaving."""

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
"""How many races in sequence keep the same number of racers moving for longer than one race."""

CONNECTING: Final = 40
"""How many sockets are opened at once."""


def field_of(courses: Sequence[Course], tally: Tally) -> list[Racer]:
    """Return a racer for each seat, with the same randomness in every run."""
    return [
        Racer(course, seat, tally, Random(f"{number}/{seat}"))
        for number, course in enumerate(courses)
        for seat in range(len(course.cookies))
    ]


def relay(racers: Sequence[Racer]) -> Sequence[Racer]:
    """Return the racers of the first lap; one that is done is relieved by one of the next lap.

    The relief races another game: the games take turns, and some take fewer moves. No one wins, so
    no figure includes the cost of a finish.
    """
    each = len(racers) // LAPS
    for lap in range(1, LAPS):
        for place, racer in enumerate(racers[(lap - 1) * each : lap * each]):
            seats = len(racer.course.cookies)
            racer.relief = racers[lap * each + (place + seats) % each]
    return racers[:each]


async def connect_all(racers: Sequence[Racer], urls: Sequence[str]) -> float:
    """Open all sockets; return the seconds it took. The seats of a race take the URLs in turn."""
    gate = asyncio.Semaphore(CONNECTING)

    async def connect(racer: Racer) -> None:
        async with gate:
            await racer.connect(urls[racer.seat % len(urls)])

    started = time.perf_counter()
    await asyncio.gather(*map(connect, racers))
    return time.perf_counter() - started


def start_all(racers: Sequence[Racer]) -> None:
    """Let the hosts start their races. A practice starts when it is opened."""
    for racer in racers:
        if racer.seat == 0 and len(racer.course.cookies) > 1:
            racer.send(b'{"t":"start"}')


async def rest(racers: Sequence[Racer], tally: Tally) -> None:
    """Wait for the last answers, then leave.

    :raises LostError: if the server dropped a socket or refused a move.
    :raises TimeoutError: if it doesn't answer.
    """
    for racer in racers:
        racer.rest()
    tally.check()
    await asyncio.gather(*(racer.answered() for racer in racers))
    tally.check()
    for racer in racers:
        racer.leave()
