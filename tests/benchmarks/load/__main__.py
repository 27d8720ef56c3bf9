"""The command line of the load generator: one measure or the whole table.

`python -m tests.benchmarks.load all` takes about ten minutes. It needs PostgreSQL, Redis, the extra
`bench`, two cores, and 20,000 open files (`ulimit -n`). `--races` of five, idle `--sockets` and
`--rows` of stored actions say how much is measured.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from games.management.progress import Progress
from tests.benchmarks.load.figures import row
from tests.benchmarks.load.loop import MISSING
from tests.benchmarks.load.measures import MEASURES, Options
from tests.benchmarks.load.servers import COMMANDS, LOAD_CORE
from tests.benchmarks.load.visits import Visit, visit
from tests.benchmarks.report import Row, amount, arguments, report


def main() -> int:
    """Report on the measures that were asked for; return an exit code."""
    parser = command_line()
    asked = parser.parse_args()
    if MISSING:
        parser.error(MISSING)
    if asked.measure == "race":
        check_visit(parser, asked)
    # The server has the other core to itself, as far as the database allows.
    os.sched_setaffinity(0, {LOAD_CORE})
    return report(asked, rows)


def command_line() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = arguments(__doc__, races=100, sockets=10_000, rows=10_000_000)
    parser.add_argument("measure", choices=("all", "race", *MEASURES))
    parser.add_argument("--server", choices=COMMANDS, default="daphne")
    parser.add_argument("--fast", choices=COMMANDS, default="uvicorn", help="the fastest server")
    parser.add_argument("--backend", choices=("postgres", "sqlite"), default="postgres")
    visit = parser.add_argument_group("race", "at a running site; see visits.py")
    visit.add_argument("--url", action="append", help="of one of its processes; repeatable")
    visit.add_argument("--pid", type=int, action="append", help="of one that runs here")
    visit.add_argument("--racers", type=amount, default=50, help="racers who move at the same time")
    pace = visit.add_mutually_exclusive_group()
    pace.add_argument(
        "--pace",
        choices=("human", "maximal"),
        default="maximal",
        help="human: each racer moves about once a second, at random; maximal: at each answer",
    )
    pace.add_argument("--rate", type=float, help="moves per second of all racers, at random")
    visit.add_argument("--seconds", type=float, default=20)
    visit.add_argument("--command", help="runs manage.py of the site, to open races of five")
    return parser


def check_visit(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> None:
    """Refuse a visit to a site that isn't named, or whose processes don't run here."""
    if not asked.url:
        parser.error("a race needs the --url of a site")
    for pid in asked.pid or ():
        if not Path(f"/proc/{pid}").exists():
            parser.error(f"no process {pid} on this machine")


def rows(asked: argparse.Namespace, progress: Progress) -> Iterator[Row]:
    """Yield the rows of the measures, also after one fails."""
    options = Options(
        asked.server, asked.fast, asked.backend, asked.races, asked.sockets, asked.rows
    )
    if asked.measure == "race":
        human = asked.pace == "human"
        racers = (asked.url, asked.pid or (), asked.racers, human)
        yield from visit(Visit(*racers, asked.rate, asked.seconds, asked.command))
        return
    measures = tuple(MEASURES) if asked.measure == "all" else (asked.measure,)
    progress.begin("Measuring", len(measures))
    for measure in progress.over(measures):
        try:
            yield from MEASURES[measure](options)
        except Exception as error:
            if len(measures) == 1:
                raise
            reason = str(error).partition("\n")[0]
            yield row(measure, "", f"failed: {type(error).__name__}: {reason}", False)


if __name__ == "__main__":
    sys.exit(main())
