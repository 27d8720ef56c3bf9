"""Races in which everybody moves: how many moves a second, and how long each waits."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from tests.benchmarks.load import ledger
from tests.benchmarks.load.figures import Latency
from tests.benchmarks.load.racer import Racer, Tally, connect_all, field_of
from tests.benchmarks.load.servers import Server
from tests.benchmarks.load.sites import Site

DEAL_SECONDS: Final = 90
"""How long a field may take to get its cards."""

WARM_SECONDS: Final = 1.0
"""How long everybody has been moving before it counts."""


class LostError(Exception):
    """The server has dropped a socket or refused a legal move."""


@dataclass(frozen=True)
class Raced:
    """What a field of racers has measured."""

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
    """Let five racers in each race move at a rate together, or as fast as they are answered.

    It ends after so many seconds, or when the first racer has finished.

    :raises LostError: if the server drops anybody or refuses a move.
    :raises LedgerError: if what is stored is not what was acknowledged.
    """
    tally = Tally()
    courses = site.seed(races)
    racers = field_of(courses, tally)
    urls = [server.url for server in site.servers]
    connect_seconds = await connect_all(racers, urls)
    for racer in racers:
        if racer.seat == 0:
            racer.send(b'{"t":"start"}')
    await tally.until("dealt", len(racers), DEAL_SECONDS)
    pace = len(racers) / rate if rate else None
    for racer in racers:
        racer.play(pace)
    await asyncio.sleep(WARM_SECONDS + (pace or 0))
    started, load, server = time.perf_counter(), time.process_time(), cpu(site.servers)
    with suppress(TimeoutError):
        await tally.until("done", 1, seconds)
    ended = time.perf_counter()
    load, server = time.process_time() - load, cpu(site.servers) - server
    await rest(racers)
    if tally.lost or tally.refused:
        raise LostError(f"{tally.lost} sockets dropped, refused: {dict(tally.refused)}")
    first, last = bisect(tally.answered_at, started), bisect(tally.answered_at, ended)
    moves, span = last - first, ended - started
    if moves < len(racers) or not server:
        raise LostError(f"{moves} moves are too few to measure: let more races start")
    return Raced(
        moves_per_second=moves / span,
        latency=Latency.of(tally.latencies[first:last]),
        cpu_per_move=server / moves,
        server_share=server / span,
        load_share=load / span,
        acknowledged=sum(racer.acknowledged for racer in racers),
        stored=ledger.check(site, racers),
        connect_seconds=connect_seconds,
        retried=tally.retried,
    )


async def rest(racers: Sequence[Racer]) -> None:
    """Wait for the last answers, then leave."""
    for racer in racers:
        racer.rest()
    await asyncio.gather(*(racer.answered() for racer in racers))
    for racer in racers:
        racer.leave()


def cpu(servers: Sequence[Server]) -> float:
    """The processor time of all these servers, in seconds."""
    return sum(server.cpu() for server in servers)
