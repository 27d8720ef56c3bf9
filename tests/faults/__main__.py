"""Race among faults, then judge every race.

Three web processes, PostgreSQL and Redis are started in a scratch folder. While people race on
them, faults befall them; afterwards each race is compared with what was acknowledged to its
players. Ctrl-C ends it early, and the races until then are judged. The code is 0 if nothing
is wrong, 1 if something is, 2 if the arguments are, and 130 after Ctrl-C.

The seed draws the faults again: which, where, in which order, how long. What they meet depends on
the machine too, so run a seed several times.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from pathlib import Path

from games.management.long_command import Exit, duration, natural, positive, whole
from games.management.progress import Progress
from tests.faults.ground import ground
from tests.faults.history import Fault
from tests.faults.trial import Plan, trial
from tests.interruption import interruption
from tests.needs import NEEDS

NEEDED = ("postgres_programs", "redis_server")
WANTED = ("tmpfs",)


def main() -> int:
    """Run a trial and print what it found; return an exit code."""
    parser = command_line()
    given = parser.parse_args()
    if given.logs is not None and not given.logs.is_dir():
        parser.error(f"no folder {given.logs}")
    strict = os.environ.get("REQUIRE_ALL") == "1"
    for need in NEEDS:
        if need.name in (*NEEDED, *WANTED) and need.find() is None:
            said = f"{need.title} is missing: {need.advice}"
            if strict or need.name in NEEDED:
                parser.error(said)
            sys.stderr.write(f"{said}; those faults are left out\n")
    seed = secrets.randbelow(1_000_000) if given.seed is None else given.seed
    sys.stderr.write(f"seed {seed}\n")
    plan = Plan(seed, given.faults, given.seconds, given.races)
    with (
        interruption() as interrupted,
        ground(given.logs) as site,
        Progress(sys.stderr, "Faults", given.faults) as progress,
    ):

        def tell(done: int, fault: Fault) -> None:
            progress.reach(done)
            if given.verbose:
                with progress.aside():
                    sys.stderr.write(f"{fault}\n")

        report = trial(site, plan, tell, interrupted)
        found = report.as_json() | {"interrupted": interrupted.is_set()}
    sys.stdout.write(json.dumps(found, indent=2) + "\n" if given.json else str(report))
    if found["interrupted"]:
        sys.stderr.write(f"interrupted; {progress}\n")
        return Exit.INTERRUPTED
    return Exit.WRONG if report.violations else 0


def command_line() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--faults", type=natural, default=200, help="how many (%(default)s)")
    parser.add_argument("--seed", type=whole, help="draws the same faults again (random)")
    parser.add_argument(
        "--for", type=duration, dest="seconds", help="begin no more faults after so many seconds"
    )
    parser.add_argument("--races", type=positive, default=3, help="at a time (%(default)s)")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--logs", type=Path, metavar="FOLDER", help="keep the site's logs there")
    parser.add_argument("--verbose", action="store_true", help="name each fault as it begins")
    return parser


if __name__ == "__main__":
    sys.exit(main())
