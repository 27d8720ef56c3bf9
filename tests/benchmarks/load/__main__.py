"""The command line of the load generator: one measure, or the whole table.

`python -m tests.benchmarks.load all` takes about ten minutes. It needs PostgreSQL and Redis, the
extra `bench`, two cores, and 20,000 open files (`ulimit -n`).
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from tests.benchmarks.load.figures import HEAD
from tests.benchmarks.load.measures import MEASURES, Options
from tests.benchmarks.load.servers import COMMANDS, LOAD_CORE
from tests.benchmarks.load.visits import Visit, visit


def main() -> None:
    """Print a row for each measure as it is done."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.load", description=__doc__)
    parser.add_argument("measure", choices=("all", "race", *MEASURES))
    parser.add_argument("--server", choices=COMMANDS, default="daphne")
    parser.add_argument("--fast", choices=COMMANDS, default="uvicorn", help="the fastest server")
    parser.add_argument("--backend", choices=("postgres", "sqlite"), default="postgres")
    parser.add_argument("--races", type=int, default=100, help="races of five")
    parser.add_argument("--sockets", type=int, default=10_000, help="idle ones")
    parser.add_argument("--rows", type=int, default=10_000_000, help="stored actions")
    there = parser.add_argument_group("race", "at a site that runs already; see visits.py")
    there.add_argument("--url", action="append", help="of each of its processes")
    there.add_argument("--pid", type=int, action="append", help="the same, if it runs here")
    there.add_argument("--racers", type=int, default=50, help="who move at the same time")
    pace = there.add_mutually_exclusive_group()
    pace.add_argument(
        "--pace",
        choices=("human", "maximal"),
        default="maximal",
        help="human: a move a second of each racer, at random; default: as fast as answered",
    )
    pace.add_argument("--rate", type=float, help="moves a second of all, at random")
    there.add_argument("--seconds", type=float, default=20)
    there.add_argument("--command", help="runs manage.py of the site, to open races of five")
    given = parser.parse_args()
    options = Options(
        given.server, given.fast, given.backend, given.races, given.sockets, given.rows
    )
    # The server has the other core for itself, as far as the database lets it.
    os.sched_setaffinity(0, {LOAD_CORE})
    if given.measure == "race":
        if not given.url:
            parser.error("a race needs the --url of a site")
        pids = given.pid or ()
        for pid in pids:
            if not Path(f"/proc/{pid}").exists():
                parser.error(f"no process {pid} on this machine")
        human = given.pace == "human"
        wanted = Visit(
            given.url, pids, given.racers, human, given.rate, given.seconds, given.command
        )
        sys.stdout.write(HEAD)
        for row in visit(wanted):
            sys.stdout.write(f"{row}\n")
        return
    sys.stdout.write(HEAD)
    missed = 0
    for measure in MEASURES if given.measure == "all" else (given.measure,):
        try:
            for row in MEASURES[measure](options):
                sys.stdout.write(f"{row}\n")
                sys.stdout.flush()
        except Exception as error:
            if given.measure != "all":
                raise
            missed += 1
            said = str(error).partition("\n")[0]
            sys.stdout.write(f"| {measure} | | failed: {type(error).__name__}: {said} | no |\n")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
