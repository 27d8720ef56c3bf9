"""Soak a site: mixed load for a long time, then what became of memory, logs and moves.

Three web processes and a worker run on a fresh database; it needs PostgreSQL and Redis. Players
race at a rate, come back all at once now and then, watchers look on, visitors read pages, programs
ask the API. Ctrl-C ends it early, with a report on the time until then. The code is 0 if nothing is
wrong, 1 if something is, 2 if the arguments are, and 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path

from games.management.long_command import Exit
from games.management.progress import Progress
from tests.interruption import interruption
from tests.needs import NEEDS
from tests.soak.soak import Plan, soak

NEEDED = ("postgres", "redis")


def main() -> int:
    """Run a soak and print what it found; return an exit code."""
    parser = command_line()
    given = parser.parse_args()
    if given.minutes <= 0 or given.pages <= 0 or (given.rate is not None and given.rate <= 0):
        parser.error("the numbers must be positive")
    for need in NEEDS:
        if need.name in NEEDED and need.find() is None:
            parser.error(f"{need.title} is missing: {need.advice}")
    plan = Plan(60 * given.minutes, given.rate, given.pages)
    with (
        interruption() as interrupted,
        soak(logs=given.logs) as site,
        Progress(sys.stderr, "Seconds", round(plan.seconds)) as progress,
    ):
        report = asyncio.run(
            site.run(
                plan,
                lambda seconds: progress.reach(round(min(seconds, plan.seconds))),
                interrupted,
            )
        )
        found = report.as_json() | {"interrupted": interrupted.is_set()}
    sys.stdout.write(json.dumps(found, indent=2) + "\n" if given.json else str(report))
    if found["interrupted"]:
        sys.stderr.write(f"interrupted after {report.seconds:.0f} of {plan.seconds:.0f} seconds\n")
        return Exit.INTERRUPTED
    return Exit.WRONG if report.faults else 0


def command_line() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="(%(default)s)")
    parser.add_argument(
        "--rate", type=float, help="moves a second (half of what the site manages, measured first)"
    )
    parser.add_argument("--pages", type=float, default=10, help="a second (%(default)s)")
    parser.add_argument("--logs", type=Path, metavar="FOLDER", help="keep the site's logs there")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    return parser


if __name__ == "__main__":
    sys.exit(main())
