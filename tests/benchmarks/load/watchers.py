"""Watchers of one race among many: what they cost the players of all."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tests.benchmarks.load.courses import Course
from tests.benchmarks.load.field import connect_all, field_of, rest, start_all
from tests.benchmarks.load.figures import Latency, OwnLoad
from tests.benchmarks.load.race import DEAL_SECONDS, WARM_SECONDS, cpu
from tests.benchmarks.load.sites import Site
from tests.benchmarks.load.tally import Tally
from tests.benchmarks.load.wire import Wire, dial

WATCHERS: Final = 200

RACES: Final = 20

RATE: Final = 150
"""Moves a second of all players: one and a half of each, as fast as people play."""

ROUNDS: Final = (False, True, True, False)
"""Whether the watchers are there: in this order, a machine that grows slow favours neither."""

ROUND_SECONDS: Final = 8.0


@dataclass(frozen=True)
class Watched:
    """The players' waits without watchers and with them, and what the watchers got."""

    alone: Latency
    watched: Latency
    frames_per_second: float
    alone_share: float
    """Of one core, by the server; the load's share likewise."""
    watched_share: float
    load_share: float

    def __str__(self) -> str:
        return (
            f"without: {self.alone}, server {self.alone_share:.0%}; with: {self.watched}, server "
            f"{self.watched_share:.0%}, {self.frames_per_second:,.0f} frames/s to watchers; load "
            f"{self.load_share:.0%} of a core"
        )


class Crowd:
    """Sockets that watch a race."""

    def __init__(self) -> None:
        self.frames = 0
        self._wires: list[Wire] = []

    async def come(self, url: str, course: Course) -> None:
        """Open all sockets."""
        for _ in range(WATCHERS):
            self._wires.append(await dial(url, f"/ws/race/{course.code}/", "", self._hear))

    def leave(self) -> None:
        """Drop all sockets."""
        for wire in self._wires:
            wire.close()
        self._wires.clear()

    def _hear(self, _frame: bytes) -> None:
        self.frames += 1


async def watchers(site: Site) -> Watched:
    """Let all players move like people; in two of four rounds the first race has watchers.

    :raises LostError: if the server drops a player or refuses a move.
    """
    tally = Tally()
    courses = site.seed(RACES)
    racers = field_of(courses, tally)
    urls = [server.url for server in site.servers]
    await connect_all(racers, urls)
    start_all(racers)
    await tally.until("dealt", len(racers), DEAL_SECONDS)
    for racer in racers:
        racer.play(len(racers) / RATE)
    waits: dict[bool, list[float]] = {False: [], True: []}
    shares: dict[bool, list[float]] = {False: [], True: []}
    crowd, frames, loads = Crowd(), 0, []
    for is_watched in ROUNDS:
        if is_watched:
            await crowd.come(urls[0], courses[0])
        await asyncio.sleep(WARM_SECONDS)
        started, own, server, heard = (
            time.perf_counter(),
            OwnLoad(),
            cpu(site.servers),
            crowd.frames,
        )
        await asyncio.sleep(ROUND_SECONDS)
        span = time.perf_counter() - started
        waits[is_watched] += _between(tally, started, started + span)
        shares[is_watched].append((cpu(site.servers) - server) / span)
        loads.append(own.share())
        frames += crowd.frames - heard
        crowd.leave()
        await asyncio.sleep(WARM_SECONDS)
    await rest(racers, tally)
    return Watched(
        alone=Latency.of(waits[False]),
        watched=Latency.of(waits[True]),
        frames_per_second=frames / (ROUND_SECONDS * sum(ROUNDS)),
        alone_share=max(shares[False]),
        watched_share=max(shares[True]),
        load_share=max(loads),
    )


def _between(tally: Tally, started: float, ended: float) -> Sequence[float]:
    answered = tally.answered_at
    return tally.latencies[bisect(answered, started) : bisect(answered, ended)]
