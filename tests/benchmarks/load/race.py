"""Races in which all racers move: the moves per second, and how long each waits."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from tests.benchmarks.load import ledger
from tests.benchmarks.load.field import LAPS, connect_all, field_of, relay, rest, start_all
from tests.benchmarks.load.figures import Latency, OwnLoad
from tests.benchmarks.load.servers import Server
from tests.benchmarks.load.sites import Site
from tests.benchmarks.load.tally import LostError, Tally

DEAL_SECONDS: Final = 90
"""How long a field can take to get its cards."""

WARM_SECONDS: Final = 1.0
"""How long all racers move before the measurement starts."""


@dataclass(frozen=True)
class Raced:
    """The figures of a field of racers."""

    moves_per_second: float
    latency: Latency
    cpu_per_move: float
    """Seconds of the servers' processor time."""
    server_share: float
    """Of one core."""
    load_share: float
    """Of one core, by the load generator itself."""
    acknowledged: int
    stored: int
    connect_seconds: float
    retried: int

    def __str__(self) -> str:
        return (
            f"{self.moves_per_second:,.0f} moves/s; {self.latency}; "
            f"{self.cpu_per_move * 1e6:.0f} µs of processor a move; server "
            f"{self.server_share:.0%}, load {self.load_share:.0%} of a core; "
            f"{self.acknowledged:,} acknowledged, "
            f"{self.stored:,} stored, {self.retried} handshakes tried again"
        )


async def race(site: Site, races: int, rate: float | None, seconds: float) -> Raced:
    """Let five racers in each race move at a total rate, or as fast as they are answered.

    A racer about to win is relieved by one in another race that has started too. The race ends
    after so many seconds, or when the first racer has no moves left, so all move all the time.

    :raises LostError: if the server drops a socket or refuses a move.
    :raises LedgerError: if the stored actions aren't those acknowledged.
    """
    tally = Tally()
    courses = site.seed(LAPS * races)
    racers = field_of(courses, tally)
    urls = [server.url for server in site.servers]
    connect_seconds = await connect_all(racers, urls)
    start_all(racers)
    await tally.until("dealt", len(racers), DEAL_SECONDS)
    movers = relay(racers)
    pace = len(movers) / rate if rate else None
    for racer in movers:
        racer.play(pace)
    await asyncio.sleep(WARM_SECONDS + (pace or 0))
    started, own, server = time.perf_counter(), OwnLoad(), cpu(site.servers)
    with suppress(TimeoutError):
        await tally.until("done", 1, seconds)
    ended = time.perf_counter()
    load, server = own.share(), cpu(site.servers) - server
    await rest(racers, tally)
    first, last = bisect(tally.answered_at, started), bisect(tally.answered_at, ended)
    moves, span = last - first, ended - started
    if moves < len(movers) or not server:
        raise LostError(f"{moves} moves are too few to measure: let more races start")
    return Raced(
        moves_per_second=moves / span,
        latency=Latency.of(tally.latencies[first:last]),
        cpu_per_move=server / moves,
        server_share=server / span,
        load_share=load,
        acknowledged=sum(racer.acknowledged for racer in racers),
        stored=ledger.check(site, racers),
        connect_seconds=connect_seconds,
        retried=tally.retried,
    )


def cpu(servers: Sequence[Server]) -> float:
    """Return the processor time of all these servers, in seconds."""
    return sum(server.cpu() for server in servers)
