"""Other waits of players than for moves: the deal at the start, the table after a break."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tests.benchmarks.load.field import connect_all, field_of, start_all
from tests.benchmarks.load.figures import OwnLoad, percentile
from tests.benchmarks.load.race import DEAL_SECONDS
from tests.benchmarks.load.racer import Racer
from tests.benchmarks.load.sites import Site
from tests.benchmarks.load.tally import LostError, Tally

SETTLE_SECONDS: Final = 3
"""How long a server rests before it is measured."""


@dataclass(frozen=True)
class Dealt:
    """When the cards came, in milliseconds after the start, over all seats."""

    p50: float
    p99: float
    latest: float
    spread: float
    """Between the first and the last seat of a race, p99 over the races."""
    early: int
    """How many seats had their cards before the start: must be 0."""
    load: float
    """Of one core, by the load generator itself."""

    @classmethod
    def of(cls, waits: Mapping[str, Sequence[float]], load: float) -> Dealt:
        """Summarise the milliseconds that each seat waited after the start, by race."""
        seats = [wait for race in waits.values() for wait in race]
        return cls(
            p50=percentile(seats, 0.5),
            p99=percentile(seats, 0.99),
            latest=max(seats),
            spread=percentile([max(race) - min(race) for race in waits.values()], 0.99),
            early=sum(wait < 0 for wait in seats),
            load=load,
        )

    def __str__(self) -> str:
        return (
            f"p50 {self.p50:.0f}, p99 {self.p99:.0f}, latest {self.latest:.0f} ms after zero; "
            f"spread over the seats of a race p99 {self.spread:.0f} ms"
        )


async def starts(site: Site, races: int, lead: float) -> Dealt:
    """Start races of five within one second, `lead` seconds from now.

    :raises LostError: if not all sockets are open by then.
    """
    tally = Tally()
    zero = time.time() + lead
    courses = site.seed(races, int(zero * 1000))
    racers = field_of(courses, tally)
    await connect_all(racers, [server.url for server in site.servers])
    if (spare := zero - time.time()) < SETTLE_SECONDS:
        raise LostError(f"the sockets were open {SETTLE_SECONDS - spare:.0f} s too late")
    await asyncio.sleep(zero - time.time())
    own = OwnLoad()
    await tally.until("dealt", len(racers), DEAL_SECONDS)
    load = own.share()
    late: dict[str, list[float]] = defaultdict(list)
    for number, racer in enumerate(racers):
        start = int(zero * 1000) + 1000 * (number // len(racer.course.cookies)) // races
        late[racer.course.code].append((racer.dealt_at or 0) * 1000 - start)
        racer.leave()
    return Dealt.of(late, load)


@dataclass(frozen=True)
class Returned:
    """The seconds until players see their boards again, when all reconnect at once."""

    p50: float
    p99: float
    total: float
    """Until all are back."""
    load: float
    """Of one core, by the load generator itself."""

    def __str__(self) -> str:
        return f"p50 {self.p50:.2f} s, p99 {self.p99:.2f} s, all after {self.total:.1f} s"


async def reconnects(site: Site, races: int) -> Returned:
    """Disconnect all players in mid-race, then let all reconnect at once."""
    tally = Tally()
    courses = site.seed(races)
    racers = field_of(courses, tally)
    urls = [server.url for server in site.servers]
    await connect_all(racers, urls)
    start_all(racers)
    await tally.until("dealt", len(racers), DEAL_SECONDS)
    for racer in racers:
        racer.leave()
    await asyncio.sleep(SETTLE_SECONDS)
    again = field_of(courses, Tally())
    found = await returned(again, urls)
    for racer in again:
        racer.leave()
    return found


async def returned(racers: Sequence[Racer], urls: Sequence[str]) -> Returned:
    """Connect all at once and wait for their boards; the seats of a race take the URLs in turn."""
    back: list[float] = []

    async def return_to(racer: Racer) -> None:
        started = time.perf_counter()
        await racer.connect(urls[racer.seat % len(urls)])
        await racer.shown()
        back.append(time.perf_counter() - started)

    started, own = time.perf_counter(), OwnLoad()
    await asyncio.gather(*map(return_to, racers))
    total = time.perf_counter() - started
    return Returned(percentile(back, 0.5), percentile(back, 0.99), total, own.share())


@dataclass(frozen=True)
class Idle:
    """The cost of idle sockets."""

    sockets: int
    bytes_each: float
    connect_seconds: float
    cpu_share: float
    """Of one core, once all are open."""

    def __str__(self) -> str:
        return (
            f"{self.sockets:,} sockets, {self.bytes_each / 1024:.1f} KB each, opened in "
            f"{self.connect_seconds:.0f} s, then {self.cpu_share:.0%} of a core"
        )


async def idle(site: Site, races: int, seconds: float) -> Idle:
    """Connect five players to each of some races that don't start, and let them idle.

    :raises LostError: if the server drops a socket.
    """
    tally = Tally()
    courses = site.seed(races)
    urls = [server.url for server in site.servers]
    first, *others = field_of(courses, tally)
    # The first socket loads what all sockets share.
    await connect_all([first], urls)
    await asyncio.sleep(1)
    before = sum(server.memory() for server in site.servers)
    connect_seconds = await connect_all(others, urls)
    racers = [first, *others]
    await asyncio.sleep(seconds)
    cpu, started = sum(server.cpu() for server in site.servers), time.perf_counter()
    await asyncio.sleep(seconds)
    cpu = sum(server.cpu() for server in site.servers) - cpu
    share = cpu / (time.perf_counter() - started)
    memory = sum(server.memory() for server in site.servers) - before
    tally.check()
    for racer in racers:
        racer.leave()
    return Idle(len(racers), memory / len(others), connect_seconds, share)
