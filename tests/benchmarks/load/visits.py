"""Racers at a site that runs already: they come through its public door.

`python -m tests.benchmarks.load race --url https://race.example.org`: each racer is a new
guest, with a practice on a deal whose win is stored. With `--command`, which runs `manage.py` of
that site, such as `ssh host docker compose exec -T web python manage.py`, races of five are opened
by it instead.

The limits for guests, races and frames hold for them as for everybody: raise them for the time.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import time
from bisect import bisect
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Final

import uvloop

from tests.benchmarks.load.courses import SEATS, Course, known_wins, short_of_winning
from tests.benchmarks.load.field import connect_all, field_of, rest, start_all
from tests.benchmarks.load.figures import Latency, Row
from tests.benchmarks.load.race import DEAL_SECONDS
from tests.benchmarks.load.racer import Racer
from tests.benchmarks.load.tally import LostError, Tally
from tests.live.racer import Racer as Visitor

CODE: Final = re.compile(r"/race/([A-Z]{6})/")


@dataclass(frozen=True)
class Visit:
    """What a field of racers is to do at a site."""

    urls: Sequence[str]
    """The addresses of its processes; the seats of a race are spread over them in turn."""
    racers: int
    rate: float | None
    """Moves a second of all together; None: as fast as they are answered."""
    seconds: float
    command: str | None
    """What runs `manage.py` of the site."""


def visit(visit: Visit) -> Iterator[Row]:
    """Move at a site, then come back and compare what is stored with what was acknowledged."""
    courses = list(_practices(visit) if visit.command is None else _races(visit, visit.command))
    yield uvloop.run(_play(visit, courses))


def _practices(visit: Visit) -> Iterator[Course]:
    for win in islice(known_wins(), visit.racers):
        visitor = Visitor(visit.urls[0])
        game, _, preset = win.rules.partition("/")
        address = visitor.post("/practice/", game=game, preset=preset, deal=win.deal)
        code = CODE.search(address)
        assert code is not None, address
        yield Course(code[1], short_of_winning(win), [visitor.cookies])


def _races(visit: Visit, command: str) -> Iterator[Course]:
    for win in islice(known_wins(), max(1, visit.racers // SEATS)):
        opening = [*shlex.split(command), "race", win.rules, "--countdown", "3", "--deal"]
        # A shell on the way, as that of ssh, takes the cards apart.
        deal = shlex.quote(win.deal) if "ssh" in opening[0] else win.deal
        opened = subprocess.run([*opening, deal], stdout=subprocess.PIPE, text=True, check=True)
        code = opened.stdout.strip()
        visitors = [Visitor(visit.urls[0]) for _ in range(SEATS)]
        for visitor in visitors:
            visitor.join(code)
        yield Course(code, short_of_winning(win), [visitor.cookies for visitor in visitors])


async def _play(visit: Visit, courses: Sequence[Course]) -> Row:
    """Move, come back, compare.

    :raises LostError: if the site drops anybody, refuses a move, or has not stored what it
        acknowledged.
    """
    tally = Tally()
    racers = field_of(courses, tally)
    await connect_all(racers, visit.urls)
    start_all(racers)
    await tally.until("dealt", len(racers), DEAL_SECONDS)
    pace = len(racers) / visit.rate if visit.rate else None
    started, load = time.perf_counter(), time.process_time()
    for racer in racers:
        racer.play(pace)
    with suppress(TimeoutError):
        await tally.until("done", 1, visit.seconds)
    ended, load = time.perf_counter(), time.process_time() - load
    await rest(racers, tally)
    first, last = bisect(tally.answered_at, started), bisect(tally.answered_at, ended)
    span = ended - started
    await _compare(visit, courses, racers)
    stored = sum(racer.acknowledged for racer in racers)
    return Row(
        f"{len(racers)} racers at {', '.join(visit.urls)}",
        "",
        f"{(last - first) / span:,.0f} moves/s; {Latency.of(tally.latencies[first:last])}; load "
        f"{load / span:.0%} of a core; {stored:,} acknowledged, all stored",
    )


async def _compare(visit: Visit, courses: Sequence[Course], racers: Sequence[Racer]) -> None:
    again = field_of(courses, Tally())
    await connect_all(again, visit.urls)
    for before, after in zip(racers, again, strict=True):
        await after.shown()
        if after.shown_number != before.stored:
            raise LostError(
                f"race {before.course.code}, seat {before.seat}: acknowledged up to "
                f"{before.stored}, stored up to {after.shown_number}"
            )
        after.leave()
