"""The measures, each with a few rows of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tests.benchmarks.load.arrivals import HOSTS, arrivals
from tests.benchmarks.load.comparison import Comparison
from tests.benchmarks.load.courses import SEATS
from tests.benchmarks.load.echo import Echoed, echoes
from tests.benchmarks.load.event import PLAYERS, event_start
from tests.benchmarks.load.figures import row
from tests.benchmarks.load.growth import grow
from tests.benchmarks.load.loop import run
from tests.benchmarks.load.mixed import PAGES, mixed
from tests.benchmarks.load.pages import served
from tests.benchmarks.load.race import Raced, race
from tests.benchmarks.load.servers import LOAD_CORE, SERVER_CORE, serve
from tests.benchmarks.load.sites import run as module
from tests.benchmarks.load.sites import site
from tests.benchmarks.load.waits import idle, reconnects, starts
from tests.benchmarks.load.watchers import RACES, WATCHERS, watchers
from tests.benchmarks.load.whole import whole_races
from tests.benchmarks.report import Row
from tests.stores import Backend

SECONDS: Final = 20
"""The longest time that a field races."""

ECHO: Final = "tests.benchmarks.load.echo:application"


@dataclass(frozen=True)
class Options:
    """What to measure, and how much of it."""

    server: str
    fast: str
    backend: Backend
    races: int
    sockets: int
    rows: int


def saturated(options: Options, server: str) -> Raced:
    """Race a field at maximal pace on one process."""
    with site(server, options.backend) as measured:
        return run(race(measured, options.races, None, SECONDS))


def compared(options: Options, server: str) -> Comparison:
    """Race a field at maximal pace between two echo runs on the same server."""
    before = echoed(server)
    raced = saturated(options, server)
    return Comparison(before, raced, echoed(server))


def echoed(server: str) -> Echoed:
    """Measure a stock consumer that only echoes."""
    with serve(server, ECHO, {}) as process:
        return run(echoes(process))


def throughput(options: Options) -> Iterator[Row]:
    """Measure moves per second on the default server, compared with an echo consumer."""
    found = compared(options, options.server)
    yield moves(options.server, 4000, found.raced)
    yield row(
        f"against a Channels echo on {options.server}",
        "0.7",
        found,
        found.ratio >= 0.7,
        found.load_share,
    )


def fastest(options: Options) -> Iterator[Row]:
    """Measure moves per second on the fastest server that runs the application unchanged."""
    found = compared(options, options.fast)
    yield moves(options.fast, 7000, found.raced)
    yield row(f"against a Channels echo on {options.fast}", "", found, load=found.load_share)


def moves(server: str, wanted: int, raced: Raced) -> Row:
    """Return the row of a field at maximal pace."""
    reached = raced.moves_per_second >= wanted
    return row(f"moves, {server}", f"{wanted:,}/s", raced, reached, raced.load_share)


def steady(options: Options) -> Iterator[Row]:
    """Measure how long a move waits for its acknowledgement at 1,000 moves per second."""
    for server in (options.server, options.fast):
        with site(server, options.backend) as measured:
            raced = run(race(measured, options.races, 1000, SECONDS))
        reached = raced.latency.p50 <= 3 and raced.latency.p99 <= 20
        yield row(
            f"acknowledgement at 1,000 moves/s, {server}",
            "p50 3, p99 20 ms",
            raced,
            reached,
            raced.load_share,
        )


def crowd(options: Options) -> Iterator[Row]:
    """Measure the cost of idle sockets."""
    with site(options.server, options.backend) as measured:
        found = run(idle(measured, options.sockets // 5, 10))
    yield row(f"idle, {options.server}", "40 KB each", found, found.bytes_each <= 40 * 1024)


def watched(options: Options) -> Iterator[Row]:
    """Measure what 200 watchers of one race cost the players of twenty."""
    with site(options.server, options.backend) as measured:
        found = run(watchers(measured))
    # Two rounds without watchers differ by about so much.
    reached = found.watched.p99 <= 1.2 * found.alone.p99 + 2
    measure = f"{WATCHERS} watchers of one race in {RACES}, {options.server}"
    yield row(measure, "the same p99", found, reached, found.load_share)


def deals(options: Options) -> Iterator[Row]:
    """Measure when the cards come at the start."""
    with site(options.server, options.backend) as measured:
        found = run(starts(measured, 200, 40))
    reached = found.p99 <= 300 and not found.early
    yield row("200 races of 5 start within a second", "p99 300 ms", found, reached, found.load)


def event(options: Options) -> Iterator[Row]:
    """Measure a round of an event: its seating, its start, and its standings."""
    with site(options.server, options.backend) as measured:
        seating, found = run(event_start(measured))
        told = module(measured.environment, "tests.benchmarks.load.standings", "1000", "5").split()
    reached = found.p99 <= 1000 and found.spread <= 1000 and not found.early
    measure = f"an event of {PLAYERS:,} players starts a round at 100 tables, {options.server}"
    yield row(measure, "p99 1,000 ms", f"{found}; seated in {seating:.0f} ms", reached, found.load)
    median, longest = map(float, told)
    yield row(
        "its standings after five rounds, computed and queued to 1,000 sockets",
        "50 ms",
        f"median {median:.1f}, longest {longest:.1f} ms of twenty",
        longest <= 50,
    )


def returns(options: Options) -> Iterator[Row]:
    """Measure how soon all players are back after a break."""
    with site(options.server, options.backend) as measured:
        found = run(reconnects(measured, options.races))
    measure = f"{options.races * 5} sockets reconnect at once, {options.server}"
    yield row(measure, "", found, load=found.load)


def doubled(options: Options) -> Iterator[Row]:
    """Measure what a second process adds when the seats of each race are spread over both."""
    one = saturated(options, options.server)
    with site(options.server, options.backend, (SERVER_CORE, LOAD_CORE)) as measured:
        two = run(race(measured, options.races, None, SECONDS))
    gain = 2 * one.cpu_per_move / two.cpu_per_move
    yield row(
        "two processes for one, by processor time",
        "1.7",
        f"{gain:.2f}: a move takes {one.cpu_per_move * 1e6:.0f} µs on one, "
        f"{two.cpu_per_move * 1e6:.0f} µs on two that share each race; on the clock, with load and "
        f"database on the same two cores, {one.moves_per_second:,.0f} and "
        f"{two.moves_per_second:,.0f} moves/s",
        gain >= 1.7,
        max(one.load_share, two.load_share),
    )


def pages(options: Options) -> Iterator[Row]:
    """Measure how many pages one process serves."""
    with site(options.fast, options.backend) as measured:
        yield from served(measured)


def whole(options: Options) -> Iterator[Row]:
    """Measure what a whole race of five costs, and its parts."""
    with site(options.fast, "postgres", STOCK="0") as measured:
        found = run(whole_races(measured))
    measure = f"whole: a race of five from the start page to the replay, {options.fast}"
    yield row(measure, "120 ms", found, found.total <= 120)


def come(options: Options) -> Iterator[Row]:
    """Measure how long hosts and friends wait who all come at once."""
    with site(options.fast, "postgres", STOCK="0") as measured:
        found = arrivals(measured)
    reached = found.opening.p50 <= 1000 and found.races_per_second >= 9
    measure = f"{HOSTS} hosts and {HOSTS * (SEATS - 1)} friends come at once, {options.fast}"
    yield row(measure, "p50 1 s, 9 races/s", found, reached, found.load)


def beside_pages(options: Options) -> Iterator[Row]:
    """Measure what moves wait while the same site serves pages."""
    for apart, most in ((False, 30), (True, 10)):
        with site(options.fast, "postgres", apart=apart) as measured:
            found = run(mixed(measured, options.races, SECONDS))
        where = "processes of their own" if apart else "one process"
        measure = f"mixed: 1,000 moves/s and {PAGES} pages/s in {where}, {options.fast}"
        reached = found.raced.latency.p99 <= most
        yield row(measure, f"p99 {most} ms", found, reached, found.raced.load_share)


def growth(options: Options) -> Iterator[Row]:
    """Measure the cost of a move as the stored actions grow."""
    runs: list[Raced] = []
    with site(options.server, "postgres") as measured:
        for rows in (options.rows // 100, options.rows):
            grow(measured.environment, rows)
            raced = run(race(measured, options.races, None, SECONDS))
            runs.append(raced)
            yield row(f"moves with {rows:,} stored", "", raced, load=raced.load_share)
    few, many = runs
    change = many.cpu_per_move / few.cpu_per_move - 1
    yield row(
        "cost of a move, a hundred times as many",
        "± 20 %",
        f"{change:+.0%}",
        abs(change) <= 0.2,
        max(few.load_share, many.load_share),
    )


MEASURES: Final[Mapping[str, Callable[[Options], Iterator[Row]]]] = {
    "throughput": throughput,
    "fastest": fastest,
    "steady": steady,
    "starts": deals,
    "event": event,
    "reconnects": returns,
    "watchers": watched,
    "idle": crowd,
    "two": doubled,
    "pages": pages,
    "whole": whole,
    "arrivals": come,
    "mixed": beside_pages,
    "growth": growth,
}
