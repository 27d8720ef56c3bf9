"""Whole races of five guests, from the start page to the replay: what each part costs."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Final

import psycopg

from tests import manage
from tests.benchmarks.load.courses import SEATS, Course, short_of_winning
from tests.benchmarks.load.guest import Guest
from tests.benchmarks.load.race import DEAL_SECONDS
from tests.benchmarks.load.racer import Racer
from tests.benchmarks.load.servers import Server
from tests.benchmarks.load.sites import Site, run
from tests.benchmarks.load.tally import Tally
from tests.live.wins import Win

SEEDING: Final = "tests.benchmarks.load.whole_seeding"

GAMES: Final = ("agnes-sorel", "agnes-bernauer", "applegate", "beleaguered-castle", "freecell")

WARM_EACH: Final = 1
"""Races of each game before the measured ones: the first compile templates and the solver."""

MEASURED_EACH: Final = 3

MOVES: Final = 45
"""How many moves each player makes but the winner, who makes all."""

PACE: Final = 0.2
"""Seconds between two moves of a player, on average."""

SETTLE_SECONDS: Final = 3.0

ANALYSE_SECONDS: Final = 300


@dataclass
class Whole:
    """The processor time of the parts of a race, in milliseconds."""

    races: int
    parts: dict[str, float] = field(default_factory=dict)
    moves: int = 0
    """All players' moves in one race, on average."""
    worker: float = 0.0
    """What a worker takes for the analyses of the runs."""

    @property
    def total(self) -> float:
        """What the web process takes for one race."""
        return sum(self.parts.values())

    def __str__(self) -> str:
        parts = ", ".join(f"{name} {ms:.1f}" for name, ms in self.parts.items())
        return f"{self.total:.0f} ms for {self.moves} moves: {parts}; analysis {self.worker:.0f} ms"


@dataclass
class Table:
    """A race, its guests, and their racers; the first is the host and wins."""

    code: str
    guests: Sequence[Guest]
    racers: Sequence[Racer] = ()
    winning_move: str = ""

    def seat(self, win: Win, tally: Tally, number: int) -> None:
        """Give each guest a racer."""
        cookies = [guest.cookies for guest in self.guests]
        first = Course(self.code, short_of_winning(win), cookies)
        # No one else may win: a board that is as good as won is finished automatically.
        other = Course(self.code, first.moves[:MOVES], cookies)
        self.racers = [
            Racer(other if seat else first, seat, tally, Random(f"{number}/{seat}"))
            for seat in range(SEATS)
        ]
        self.winning_move = win.moves[len(first.moves)]

    def end(self) -> None:
        """Let the first player win, and all others give up."""
        winner, *others = self.racers
        last = winner.stored + 1, self.winning_move.encode()
        winner.send(b'{"t":"act","n":%d,"a":"%s"}' % last)
        for racer in others:
            racer.send(b'{"t":"end"}')

    def leave(self) -> None:
        """Close all sockets and connections."""
        for racer, guest in zip(self.racers, self.guests, strict=True):
            racer.leave()
            guest.close()


class Meter:
    """Adds up a server's processor time by part."""

    def __init__(self, server: Server, whole: Whole) -> None:
        self._server, self._whole = server, whole

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Add what the block takes to a part."""
        before = self._server.cpu()
        yield
        spent = 1000 * (self._server.cpu() - before) / self._whole.races
        self._whole.parts[name] = self._whole.parts.get(name, 0.0) + spent


async def whole_races(site: Site) -> Whole:
    """Race the warm-up races, then the measured ones; return what these took.

    :raises LostError: if the server drops a socket or refuses a move.
    """
    run(site.environment, SEEDING, "stock", "0")
    with working(site) as worker:
        await _race(site, worker, WARM_EACH)
        return await _race(site, worker, MEASURED_EACH)


@contextmanager
def working(site: Site) -> Iterator[Server]:
    """Run a worker of the site for the duration of the block."""
    child = subprocess.Popen(
        [sys.executable, "manage.py", "worker"],
        cwd=manage.REPOSITORY,
        env=manage.clean_environment(site.environment),
        stdout=subprocess.DEVNULL,
    )
    try:
        yield Server("", child.pid)
    finally:
        child.terminate()
        child.wait()


async def _race(site: Site, worker: Server, each: int) -> Whole:
    whole = Whole(each * len(GAMES))
    server = site.servers[0]
    meter, tally = Meter(server, whole), Tally()
    tables = _arrive(server.url, meter, each)
    found = json.loads(run(site.environment, SEEDING, "wins", *(one.code for one in tables)))
    for number, table in enumerate(tables):
        table.seat(Win(*found[table.code]), tally, number)
    racers = [racer for table in tables for racer in table.racers]
    with meter.part("sockets"):
        for racer in racers:
            await racer.connect(server.url)
        await asyncio.sleep(1)
    with meter.part("ready and start"):
        for racer in racers:
            racer.send(b'{"t":"ready","ready":true}')
        await tally.until("dealt", len(racers), DEAL_SECONDS)
    with meter.part("moves"):
        for racer in racers:
            racer.play(PACE)
        await tally.until("done", len(racers), DEAL_SECONDS)
    whole.moves = sum(racer.acknowledged for racer in racers) // whole.races
    tally.check()
    idle = await _idle_share(worker)
    began, before = time.perf_counter(), worker.cpu()
    with meter.part("closing and booking"):
        for table in tables:
            table.end()
        await _until(site, lambda counts: counts[0] == 0, DEAL_SECONDS)
        await asyncio.sleep(1)
    _look_back(site, meter, tables)
    await _until(site, lambda counts: counts[1] == 0, ANALYSE_SECONDS)
    span = time.perf_counter() - began
    whole.worker = 1000 * (worker.cpu() - before - idle * span) / whole.races
    for table in tables:
        table.leave()
    return whole


def _arrive(url: str, meter: Meter, each: int) -> list[Table]:
    """Open the races, and seat the friends who follow the link."""
    tables = []
    with meter.part("start page and opening"):
        for number in range(each * len(GAMES)):
            host = Guest(url)
            host.get("/")
            game = GAMES[number % len(GAMES)]
            there = host.post("/race/", game=game, preset="standard", limit="10")
            friends = [Guest(url) for _ in range(1, SEATS)]
            tables.append(Table(there.split("/")[2], [host, *friends]))
    with meter.part("joining"):
        # Friends come one after the other, so none finds the page that another one has just seen.
        for seat in range(1, SEATS):
            for table in tables:
                table.guests[seat].get(f"/race/{table.code}/")
                table.guests[seat].post(f"/race/{table.code}/join/")
    return tables


def _look_back(site: Site, meter: Meter, tables: Sequence[Table]) -> None:
    """Ask for what the pages of all players ask for at the end, and for the winner's replay."""
    with psycopg.connect(site.environment["DATABASE_URL"]) as database:
        rows = database.execute(
            "SELECT code, games_entry.id FROM games_race "
            "JOIN games_entry ON race_id = games_race.id AND place = 1"
        ).fetchall()
    winners: dict[str, int] = dict(rows)
    with meter.part("result"):
        for seat in range(SEATS):
            for table in tables:
                for path in ("progress/", "remarks"):
                    table.guests[seat].get(f"/race/{table.code}/{path}")
    with meter.part("replay"):
        for seat in range(SEATS):
            for table in tables:
                table.guests[seat].get(f"/entry/{winners[table.code]}/replay")
                table.guests[seat].get(f"/entry/{winners[table.code]}/frames")


async def _idle_share(server: Server) -> float:
    """Return the share of a core that a server takes while nothing happens."""
    before, began = server.cpu(), time.perf_counter()
    await asyncio.sleep(SETTLE_SECONDS)
    return (server.cpu() - before) / (time.perf_counter() - began)


async def _until(site: Site, holds: Callable[[tuple[int, int]], bool], seconds: float) -> None:
    """Wait until a condition holds of the numbers of unbooked races and unanalysed runs.

    :raises TimeoutError: if it doesn't.
    """
    until = time.monotonic() + seconds
    while not holds(counts := _open(site)):
        if time.monotonic() > until:
            raise TimeoutError(f"{counts[0]} races unbooked, {counts[1]} runs unanalysed")
        await asyncio.sleep(0.2)


def _open(site: Site) -> tuple[int, int]:
    with psycopg.connect(site.environment["DATABASE_URL"]) as database:
        row = database.execute(
            "SELECT (SELECT count(*) FROM games_race WHERE NOT booked), "
            "(SELECT count(*) FROM games_entry LEFT JOIN games_analysis ON entry_id = "
            "games_entry.id WHERE games_analysis.id IS NULL)"
        ).fetchone()
    assert row is not None
    return row[0], row[1]
