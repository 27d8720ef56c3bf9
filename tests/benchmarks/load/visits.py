"""Racers at a running site, through its public pages and sockets.

`python -m tests.benchmarks.load race --url https://race.example.org`: each racer is a new guest
with a practice on a deal whose win is stored. With `--command`, which runs `manage.py` of that site
(such as `ssh host docker compose exec -T web python manage.py`), it opens races of five instead,
which start at an announced zero. Racers move as fast as they are answered, like people
(`--pace human`), or at a total rate of moves per second (`--rate`).

A racer about to win stops, and another guest moves in another race, so twice as many guests come as
move. The site's limits for guests, races and frames apply: raise them for the visit. The deals of
running races are secret, so after a visit with `--command`, one without it has to wait until those
races are over, ten minutes after their start.

If the site runs on this machine, give the `--pid` of each of its processes to measure their
processor time and memory, including their children. Restart the processes before: only a fresh
process shows the memory of a connection, as an older one reuses memory it already has.
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

from tests.benchmarks.load.courses import SEATS, Course, known_wins, short_of_winning
from tests.benchmarks.load.field import LAPS, connect_all, field_of, relay, rest, start_all
from tests.benchmarks.load.figures import Latency, OwnLoad, row
from tests.benchmarks.load.loop import run
from tests.benchmarks.load.race import DEAL_SECONDS, cpu
from tests.benchmarks.load.racer import Racer
from tests.benchmarks.load.servers import Server
from tests.benchmarks.load.tally import LostError, Tally
from tests.benchmarks.load.waits import Dealt, returned
from tests.benchmarks.report import Row
from tests.live.racer import Racer as Visitor

CODE: Final = re.compile(r"/race/([A-Z]{6})/")

HUMAN_SECONDS: Final = 1.0
"""How long a person thinks about a move, on average: a fast player, for the higher load."""

SETTLE_SECONDS: Final = 1.0
"""How long a server rests before its memory is read."""


@dataclass(frozen=True)
class Visit:
    """What a field of racers does at a site."""

    urls: Sequence[str]
    """The addresses of its processes; the seats of a race take them in turn."""
    pids: Sequence[int]
    """Its processes on this machine."""
    racers: int
    human: bool
    """Whether they move at the pace of people."""
    rate: float | None
    """Or the moves per second of all together. Without either: as fast as they are answered."""
    seconds: float
    command: str | None
    """The command that runs `manage.py` of the site."""


def visit(visit: Visit) -> Iterator[Row]:
    """Race at a site; yield the rows of the table."""
    courses = list(_practices(visit) if visit.command is None else _races(visit, visit.command))
    yield from run(_play(visit, courses))


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
        # ssh runs the command in a shell, which would split the cards.
        deal = shlex.quote(win.deal) if "ssh" in opening[0] else win.deal
        opened = subprocess.run([*opening, deal], stdout=subprocess.PIPE, text=True, check=True)
        code = opened.stdout.strip()
        visitors = [Visitor(visit.urls[0]) for _ in range(SEATS)]
        for visitor in visitors:
            visitor.join(code)
        yield Course(code, short_of_winning(win), [visitor.cookies for visitor in visitors])


async def _play(visit: Visit, courses: Sequence[Course]) -> list[Row]:
    """Connect, race, reconnect, and compare what is stored with what was acknowledged.

    :raises LostError: if the site drops a socket, refuses a move, or hasn't stored an action that
        it acknowledged.
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
    cost = "unknown without --pid"
    if servers:
        cost = (
            f"{server / max(1, moves) * 1e6:.0f} µs of processor time a move, "
            f"{server / span:.0%} of a core; {memory / 1024:.1f} KB a connection"
        )
    return [
        row(
            f"{len(movers)} racers at {', '.join(visit.urls)}",
            "",
            f"{moves / span:,.0f} moves/s for {span:.1f} s; "
            f"{Latency.of(tally.latencies[first:last])}; load {load:.0%} of a core",
            load=load,
        ),
        row("cost at the server", "", cost),
        deal,
        *await _return(visit, courses, racers),
    ]


async def _connect(
    racers: Sequence[Racer], urls: Sequence[str], servers: Sequence[Server]
) -> tuple[float, float]:
    """Open all sockets; return the bytes that each cost, and the generator's own load."""
    # The first socket loads what all sockets share.
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
    """Wait for the cards, which a practice deals on connecting."""
    await tally.until("dealt", len(racers), DEAL_SECONDS)
    waits = Latency.of([(racer.dealt_at or 0) - racer.dialled_at for racer in racers])
    return row("deal of a practice, after connecting", "", waits, load=load)


async def _started(racers: Sequence[Racer], tally: Tally) -> Row:
    """Start the races, and wait for the cards after the zero of each."""
    start_all(racers)
    await tally.until("announced", len(racers), DEAL_SECONDS)
    zeros: dict[str, float] = {}
    for racer in racers:
        # An announcement can be late, never early, so the earliest zero is right.
        assert racer.zero is not None
        zeros[racer.course.code] = min(racer.zero, zeros.get(racer.course.code, racer.zero))
    await asyncio.sleep(min(zeros.values()) - time.time())
    own = OwnLoad()
    await tally.until("dealt", len(racers), DEAL_SECONDS)
    late: dict[str, list[float]] = defaultdict(list)
    for racer in racers:
        late[racer.course.code].append(((racer.dealt_at or 0) - zeros[racer.course.code]) * 1000)
    found = Dealt.of(late, own.share())
    return row("deal after the announced zero", "", found, load=found.load)


async def _return(visit: Visit, courses: Sequence[Course], racers: Sequence[Racer]) -> list[Row]:
    """Reconnect all at once, and compare the boards shown with what was acknowledged."""
    again = field_of(courses, Tally())
    found = await returned(again, visit.urls)
    for before, after in zip(racers, again, strict=True):
        if after.shown_number != before.stored:
            raise LostError(
                f"race {before.course.code}, seat {before.seat}: acknowledged up to "
                f"{before.stored}, stored up to {after.shown_number}"
            )
        after.leave()
    acknowledged, shown = sum(r.stored for r in racers), sum(r.shown_number for r in again)
    return [
        row(f"{len(again)} sockets reconnect at once", "", found, load=found.load),
        row(
            "actions stored against acknowledged",
            "equal",
            f"{shown:,} stored, as the boards show, {acknowledged:,} acknowledged",
            shown == acknowledged,
        ),
    ]
