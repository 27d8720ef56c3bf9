"""Racers at a site that runs already: they come through its public door.

`python -m tests.benchmarks.load race --url https://race.example.org`: each racer is a new
guest, with a practice on a deal whose win is stored. With `--command`, which runs `manage.py` of
that site, such as `ssh host docker compose exec -T web python manage.py`, races of five are opened
by it instead, and start by an announced zero. They move as fast as they are answered, like people
(`--pace human`), or so many times a second in all (`--rate`).

Whoever is about to win stops, and another guest goes on in another race: twice as many come as
move. The limits for guests, races and frames hold for them as for everybody: raise them for the
time. The deals of races that still run are secret, so that a visit without `--command` has to wait
until those of one with it are over, ten minutes after their start.

Where the site runs on this machine, `--pid` of each of its processes has their processor time and
memory measured, with those of their children. Memory that a process has had before costs it
nothing, so what a connection takes is told by a process that has just started.
"""

from __future__ import annotations

import asyncio
import re
import shlex
import subprocess
import time
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Final

import uvloop

from tests.benchmarks.load.courses import SEATS, Course, known_wins, short_of_winning
from tests.benchmarks.load.field import LAPS, connect_all, field_of, relay, rest, start_all
from tests.benchmarks.load.figures import Latency, OwnLoad, Row
from tests.benchmarks.load.race import DEAL_SECONDS, cpu
from tests.benchmarks.load.racer import Racer
from tests.benchmarks.load.servers import Server
from tests.benchmarks.load.tally import LostError, Tally
from tests.benchmarks.load.waits import Dealt, returned
from tests.live.racer import Racer as Visitor

CODE: Final = re.compile(r"/race/([A-Z]{6})/")

HUMAN_SECONDS: Final = 1.0
"""What a person thinks about a move, on average: quick ones, so that it is the more load."""

SETTLE_SECONDS: Final = 1.0
"""How long a server rests before its memory is read."""


@dataclass(frozen=True)
class Visit:
    """What a field of racers is to do at a site."""

    urls: Sequence[str]
    """The addresses of its processes; the seats of a race are spread over them in turn."""
    pids: Sequence[int]
    """Its processes on this machine."""
    racers: int
    human: bool
    """Whether they think, like people."""
    rate: float | None
    """Or the moves a second of all together. Without either: as fast as they are answered."""
    seconds: float
    command: str | None
    """What runs `manage.py` of the site."""


def visit(visit: Visit) -> Iterator[Row]:
    """Have racers move at a site; a row for each thing that is measured."""
    courses = list(_practices(visit) if visit.command is None else _races(visit, visit.command))
    yield from uvloop.run(_play(visit, courses))


def _practices(visit: Visit) -> Iterator[Course]:
    for win in islice(known_wins(), LAPS * visit.racers):
        visitor = Visitor(visit.urls[0])
        game, _, preset = win.rules.partition("/")
        address = visitor.post("/practice/", game=game, preset=preset, deal=win.deal)
        code = CODE.search(address)
        assert code is not None, address
        yield Course(code[1], short_of_winning(win), [visitor.cookies])


def _races(visit: Visit, command: str) -> Iterator[Course]:
    for win in islice(known_wins(), LAPS * max(1, visit.racers // SEATS)):
        opening = [*shlex.split(command), "race", win.rules, "--countdown", "3", "--deal"]
        # A shell on the way, as that of ssh, takes the cards apart.
        deal = shlex.quote(win.deal) if "ssh" in opening[0] else win.deal
        opened = subprocess.run([*opening, deal], stdout=subprocess.PIPE, text=True, check=True)
        code = opened.stdout.strip()
        visitors = [Visitor(visit.urls[0]) for _ in range(SEATS)]
        for visitor in visitors:
            visitor.join(code)
        yield Course(code, short_of_winning(win), [visitor.cookies for visitor in visitors])


async def _play(visit: Visit, courses: Sequence[Course]) -> list[Row]:
    """Move, come back, compare.

    :raises LostError: if the site drops anybody, refuses a move, or has not stored what it
        acknowledged.
    """
    servers = [Server(visit.urls[0], pid) for pid in visit.pids]
    tally = Tally()
    racers = field_of(courses, tally)
    memory, load = await _connect(racers, visit.urls, servers)
    if visit.command is None:
        deal = await _practised(racers, tally, load)
    else:
        deal = await _started(racers, tally)
    movers = relay(racers)
    pace = HUMAN_SECONDS if visit.human else len(movers) / visit.rate if visit.rate else None
    started, own, server = time.perf_counter(), OwnLoad(), cpu(servers)
    for racer in movers:
        racer.play(pace)
    with suppress(TimeoutError):
        await tally.until("done", 1, visit.seconds)
    ended = time.perf_counter()
    load, server = own.share(), cpu(servers) - server
    await rest(racers, tally)
    first, last = bisect(tally.answered_at, started), bisect(tally.answered_at, ended)
    moves, span = last - first, ended - started
    cost = "not known: no --pid was given"
    if servers:
        cost = (
            f"{server / max(1, moves) * 1e6:.0f} µs of processor a move, {server / span:.0%} of a "
            f"core; {memory / 1024:.1f} KB a connection"
        )
    return [
        Row(
            f"{len(movers)} racers at {', '.join(visit.urls)}",
            "",
            f"{moves / span:,.0f} moves/s for {span:.1f} s; "
            f"{Latency.of(tally.latencies[first:last])}; load {load:.0%} of a core",
            load=load,
        ),
        Row("cost at the server", "", cost),
        deal,
        *await _return(visit, courses, racers),
    ]


async def _connect(
    racers: Sequence[Racer], urls: Sequence[str], servers: Sequence[Server]
) -> tuple[float, float]:
    """Open all sockets; the bytes that each has cost, and the own load."""
    # The first socket loads what all of them share.
    await connect_all(racers[:1], urls)
    await asyncio.sleep(SETTLE_SECONDS)
    before = sum(server.memory() for server in servers)
    own = OwnLoad()
    await connect_all(racers[1:], urls)
    load = own.share()
    await asyncio.sleep(SETTLE_SECONDS)
    after = sum(server.memory() for server in servers)
    return (after - before) / max(1, len(racers) - 1), load


async def _practised(racers: Sequence[Racer], tally: Tally, load: float) -> Row:
    """Wait for the cards, which a practice deals to whoever knocks."""
    await tally.until("dealt", len(racers), DEAL_SECONDS)
    waits = Latency.of([(racer.dealt_at or 0) - racer.knocked_at for racer in racers])
    return Row("deal of a practice, after the knock: it has no zero", "", str(waits), load=load)


async def _started(racers: Sequence[Racer], tally: Tally) -> Row:
    """Start the races, and wait for the cards after the zero of each."""
    start_all(racers)
    await tally.until("told", len(racers), DEAL_SECONDS)
    zeros: dict[str, float] = {}
    for racer in racers:
        # An announcement comes late, never early.
        assert racer.zero is not None
        zeros[racer.course.code] = min(racer.zero, zeros.get(racer.course.code, racer.zero))
    await asyncio.sleep(min(zeros.values()) - time.time())
    own = OwnLoad()
    await tally.until("dealt", len(racers), DEAL_SECONDS)
    late: dict[str, list[float]] = defaultdict(list)
    for racer in racers:
        late[racer.course.code].append(((racer.dealt_at or 0) - zeros[racer.course.code]) * 1000)
    found = Dealt.of(late, own.share())
    return Row("deal after the announced zero", "", str(found), load=found.load)


async def _return(visit: Visit, courses: Sequence[Course], racers: Sequence[Racer]) -> list[Row]:
    """Come back at once, and compare the boards that are shown with what was acknowledged."""
    again = field_of(courses, Tally())
    found = await returned(again, visit.urls)
    for before, after in zip(racers, again, strict=True):
        if after.shown_number != before.stored:
            raise LostError(
                f"race {before.course.code}, seat {before.seat}: acknowledged up to "
                f"{before.stored}, stored up to {after.shown_number}"
            )
        after.leave()
    told, shown = sum(r.stored for r in racers), sum(r.shown_number for r in again)
    return [
        Row(f"{len(again)} sockets reconnect at once", "", str(found), load=found.load),
        Row(
            "actions stored against acknowledged",
            "equal",
            f"{shown:,} stored, as the boards show, {told:,} acknowledged",
            shown == told,
        ),
    ]
