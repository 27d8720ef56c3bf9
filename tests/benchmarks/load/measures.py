"""The measures of the table, each a few rows."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final, TypeVar

import uvloop

from tests.benchmarks.load.echo import echoes
from tests.benchmarks.load.figures import Row
from tests.benchmarks.load.growth import grow
from tests.benchmarks.load.race import Raced, race
from tests.benchmarks.load.servers import LOAD_CORE, SERVER_CORE, serve
from tests.benchmarks.load.sites import site
from tests.benchmarks.load.waits import idle, reconnects, starts
from tests.stores import Backend

T = TypeVar("T")

SECONDS: Final = 20
"""The longest that a field races."""

ECHO: Final = "tests.benchmarks.load.echo:application"


@dataclass(frozen=True)
class Options:
    """What is measured, and how much of it."""

    server: str
    fast: str
    backend: Backend
    races: int
    sockets: int
    rows: int


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run the load on the faster event loop."""
    return uvloop.run(work)


def saturated(options: Options, server: str) -> Raced:
    """A field that moves as fast as it is answered, on one process."""
    with site(server, options.backend) as measured:
        return run(race(measured, options.races, None, SECONDS))


def echoed(server: str) -> tuple[float, float]:
    """Messages a second that a stock consumer echoes, and the processor seconds of each."""
    with serve(server, ECHO, {}) as process:
        return run(echoes(process))


def throughput(options: Options) -> Iterator[Row]:
    """Moves a second on the default server, against a consumer that only echoes.

    The echo comes before and after, since a shared machine is not equally fast all the time.
    """
    before = echoed(options.server)
    raced = saturated(options, options.server)
    both = before, echoed(options.server)
    messages, cpu = (fmean(values) for values in zip(*both, strict=True))
    found = raced.moves_per_second
    yield Row(f"moves, {options.server}", "4,000/s", str(raced), found >= 4000)
    yield Row(
        f"against a Channels echo on {options.server}",
        "0.7",
        f"{found / messages:.2f}: it echoes {both[0][0]:,.0f} messages/s before and "
        f"{both[1][0]:,.0f} after, {cpu * 1e6:.0f} µs each; "
        f"by processor time {cpu / raced.cpu_per_move:.2f}",
        found / messages >= 0.7,
    )


def fastest(options: Options) -> Iterator[Row]:
    """Moves a second on the fastest server that runs the application unchanged."""
    raced = saturated(options, options.fast)
    found = raced.moves_per_second
    yield Row(f"moves, {options.fast}", "7,000/s", str(raced), found >= 7000)


def steady(options: Options) -> Iterator[Row]:
    """How long a move waits at 1,000 a second."""
    for server in (options.server, options.fast):
        with site(server, options.backend) as measured:
            raced = run(race(measured, options.races, 1000, SECONDS))
        reached = raced.latency.p50 <= 3 and raced.latency.p99 <= 20
        yield Row(
            f"acknowledgement at 1,000 moves/s, {server}", "p50 3, p99 20 ms", str(raced), reached
        )


def crowd(options: Options) -> Iterator[Row]:
    """What sockets cost that say nothing."""
    with site(options.server, options.backend) as measured:
        found = run(idle(measured, options.sockets // 5, 10))
    yield Row(f"idle, {options.server}", "40 KB each", str(found), found.bytes_each <= 40 * 1024)


def deals(options: Options) -> Iterator[Row]:
    """When the cards come at the start."""
    with site(options.server, options.backend) as measured:
        found = run(starts(measured, 200, 40))
    reached = found.p99 <= 300 and not found.early
    yield Row("200 races of 5 start within a second", "p99 300 ms", str(found), reached)


def returns(options: Options) -> Iterator[Row]:
    """How soon everybody is back after a break."""
    with site(options.server, options.backend) as measured:
        median, slow, total = run(reconnects(measured, options.races))
    found = f"p50 {median:.2f} s, p99 {slow:.2f} s, all after {total:.1f} s"
    yield Row(f"{options.races * 5} sockets reconnect at once, {options.server}", "", found)


def doubled(options: Options) -> Iterator[Row]:
    """What a second process adds when the seats of every race are spread over both."""
    one = saturated(options, options.server)
    with site(options.server, options.backend, (SERVER_CORE, LOAD_CORE)) as measured:
        two = run(race(measured, options.races, None, SECONDS))
    gain = 2 * one.cpu_per_move / two.cpu_per_move
    yield Row(
        "two processes for one, by processor time",
        "1.7",
        f"{gain:.2f}: a move takes {one.cpu_per_move * 1e6:.0f} µs on one, "
        f"{two.cpu_per_move * 1e6:.0f} µs on two that share each race; on the clock, with load and "
        f"database on the same two cores, {one.moves_per_second:,.0f} and "
        f"{two.moves_per_second:,.0f} moves/s",
        gain >= 1.7,
    )


def growth(options: Options) -> Iterator[Row]:
    """What a move costs as the stored ones grow."""
    costs: list[float] = []
    with site(options.server, "postgres") as measured:
        for rows in (options.rows // 100, options.rows):
            grow(measured.environment, rows)
            raced = run(race(measured, options.races, None, SECONDS))
            costs.append(raced.cpu_per_move)
            yield Row(f"moves with {rows:,} stored", "", str(raced))
    change = costs[1] / costs[0] - 1
    yield Row(
        "cost of a move, a hundred times as many", "± 20 %", f"{change:+.0%}", abs(change) <= 0.2
    )


MEASURES: Final[Mapping[str, Callable[[Options], Iterator[Row]]]] = {
    "throughput": throughput,
    "fastest": fastest,
    "steady": steady,
    "starts": deals,
    "reconnects": returns,
    "idle": crowd,
    "two": doubled,
    "growth": growth,
}
