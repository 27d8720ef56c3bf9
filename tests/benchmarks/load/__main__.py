"""The command line of the load generator: one measure or the whole table.

`python -m tests.benchmarks.load all` takes about ten minutes. It needs PostgreSQL, Redis, the extra
`bench`, two cores, and 20,000 open files (`ulimit -n`).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.load.figures import HEAD
from tests.benchmarks.load.measures import MEASURES, Options
from tests.benchmarks.load.servers import COMMANDS, LOAD_CORE
from tests.benchmarks.load.visits import Visit, visit


def main() -> int:
    """Print a row for each measure as it is done; return an exit code."""
    parser = command_line()
    given = parser.parse_args()
    # The server has the other core to itself, as far as the database allows.
    os.sched_setaffinity(0, {LOAD_CORE})
    if given.measure == "race":
        race(parser, given)
        return 0
    options = Options(
        given.server, given.fast, given.backend, given.races, given.sockets, given.rows
    )
    return table(tuple(MEASURES) if given.measure == "all" else (given.measure,), options)


def command_line() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.load", description=__doc__)
    parser.add_argument("measure", choices=("all", "race", *MEASURES))
    parser.add_argument("--server", choices=COMMANDS, default="daphne")
    parser.add_argument("--fast", choices=COMMANDS, default="uvicorn", help="the fastest server")
    parser.add_argument("--backend", choices=("postgres", "sqlite"), default="postgres")
    parser.add_argument("--races", type=int, default=100, help="races of five")
    parser.add_argument("--sockets", type=int, default=10_000, help="idle sockets")
    parser.add_argument("--rows", type=int, default=10_000_000, help="stored actions")
    visit = parser.add_argument_group("race", "at a running site; see visits.py")
    visit.add_argument("--url", action="append", help="of one of its processes; repeatable")
    visit.add_argument("--pid", type=int, action="append", help="of one that runs here")
    visit.add_argument("--racers", type=int, default=50, help="racers who move at the same time")
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


def race(parser: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    """Race at a running site."""
    if not given.url:
        parser.error("a race needs the --url of a site")
    pids = given.pid or ()
    for pid in pids:
        if not Path(f"/proc/{pid}").exists():
            parser.error(f"no process {pid} on this machine")
    human = given.pace == "human"
    wanted = Visit(given.url, pids, given.racers, human, given.rate, given.seconds, given.command)
    sys.stdout.write(HEAD)
    for row in visit(wanted):
        sys.stdout.write(f"{row}\n")


def table(measures: Sequence[str], options: Options) -> int:
    """Print the rows of some measures, also after one fails; return an exit code."""
    sys.stdout.write(HEAD)
    failed = 0
    for measure in measures:
        try:
            for row in MEASURES[measure](options):
                sys.stdout.write(f"{row}\n")
                sys.stdout.flush()
        except Exception as error:
            if len(measures) == 1:
                raise
            failed = 1
            reason = str(error).partition("\n")[0]
            sys.stdout.write(f"| {measure} | | failed: {type(error).__name__}: {reason} | no |\n")
    return failed


if __name__ == "__main__":
    sys.exit(main())
