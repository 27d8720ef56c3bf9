"""Many hosts and friends who come at once."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from tests.benchmarks.load.courses import SEATS
from tests.benchmarks.load.figures import Latency, OwnLoad
from tests.benchmarks.load.guest import Guest
from tests.benchmarks.load.sites import Site, run
from tests.benchmarks.load.whole import GAMES, SEEDING

HOSTS: Final = 150


@dataclass(frozen=True)
class Arrived:
    """How long the hosts waited for their race's page, and the friends for their seat."""

    opening: Latency
    joining: Latency
    races_per_second: float
    cpu_per_race: float
    load: float
    """Of one core, by the load generator itself."""

    def __str__(self) -> str:
        return (
            f"opening p50 {self.opening.p50 / 1000:.1f}, p99 {self.opening.p99 / 1000:.1f} s, "
            f"joining p50 {self.joining.p50 / 1000:.1f}, p99 {self.joining.p99 / 1000:.1f} s; "
            f"{self.races_per_second:.1f} races/s, {1000 * self.cpu_per_race:.0f} ms of processor "
            "each"
        )


def arrivals(site: Site) -> Arrived:
    """Let all hosts open a race at once, and the friends of each come as soon as it is open."""
    run(site.environment, SEEDING, "stock", str(HOSTS // len(GAMES) + 1))
    server = site.servers[0]
    _open(server.url, 0)
    with ThreadPoolExecutor(HOSTS * SEATS) as pool:
        joined: list[Future[float]] = []

        def host(number: int) -> float:
            began = time.perf_counter()
            path = _open(server.url, number)
            waited = time.perf_counter() - began
            joined.extend(pool.submit(_join, server.url, path) for _ in range(1, SEATS))
            return waited

        began, own, before = time.perf_counter(), OwnLoad(), server.cpu()
        opened: Sequence[float] = list(pool.map(host, range(HOSTS)))
        seated = [future.result() for future in joined]
        span = time.perf_counter() - began
        spent, load = server.cpu() - before, own.share()
    opening, joining = Latency.of(opened), Latency.of(seated)
    return Arrived(opening, joining, HOSTS / span, spent / HOSTS, load)


def _open(url: str, number: int) -> str:
    """Open a race from the start page; return the path of its page."""
    guest = Guest(url)
    guest.get("/")
    game = GAMES[number % len(GAMES)]
    path = guest.post("/race/", game=game, preset="standard", limit="10")
    guest.close()
    return path


def _join(url: str, path: str) -> float:
    """Follow the link to a race and take a seat; return the seconds that it took."""
    began = time.perf_counter()
    guest = Guest(url)
    guest.get(path)
    guest.post(f"{path}join/")
    guest.close()
    return time.perf_counter() - began
