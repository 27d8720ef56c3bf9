"""Judge the tests by mutants: `python -m tests.mutants [PART] [--sample N --seed S]`.

mutmut makes small faults in the sources, one at a time, and runs the tests that reach each. A fault
that no test notices survives. This command passes if at least 90 % are killed and each survivor
is listed in `tests/mutants/survivors` with the reason it is harmless. Ctrl-C ends it with a report
on those that are judged; the next run goes on with the others.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from games.management.long_command import Exit, positive, whole
from tests.mutants.parts import PARTS
from tests.mutants.processes import judge_with_servers
from tests.mutants.survivors import explained
from tests.mutants.tree import FOREST, clear, plant
from tests.mutants.verdicts import KILLED, Judged, Verdict, forget_survivors, judged, names

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from games.management.long_command import Exit, positive, whole
from tests.mutants.parts import Part

SHARE = 0.9
MUTMUT = Path(sys.executable).with_name("mutmut")


def main() -> int:
    """Judge the parts that the arguments name; return an exit code: 1 if one does not pass."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("part", nargs="?", choices=PARTS, help="default: all parts")
    parser.add_argument("--sample", type=positive, help="judge only this many, drawn at random")
    parser.add_argument("--seed", type=whole, default=0, help="the seed of the random sample")
    parser.add_argument("--workers", type=positive, default=os.cpu_count() or 1)
    parser.add_argument(
        "--servers", action="store_true", help="judge survivors with real servers too"
    )
    parser.add_argument("--fresh", action="store_true", help="judge again those killed before")
    parser.add_argument("--read", action="store_true", help="run nothing; report known verdicts")
    parser.add_argument("--json", action="store_true", help="print a JSON object for each part")
    options = parser.parse_args()
    try:
        passed = [judge(name, options) for name in ([options.part] if options.part else PARTS)]
    except KeyboardInterrupt:
        sys.stderr.write("interrupted; the next run goes on from here\n")
        return Exit.INTERRUPTED
    return 0 if all(passed) else Exit.WRONG


def judge(name: str, options: argparse.Namespace) -> bool:
    """Judge one part and report on it, also if interrupted; return whether it passes."""
    part = PARTS[name]
    if options.fresh:
        clear(name)
    # `--read` changes nothing, so it is safe while another run judges.
    tree = FOREST / name if options.read else plant(name, part)
    if options.read:
        every = [each.name for each in judged(tree, part)]
    else:
        every = names(tree, part)
    sample = set(chosen(every, options))
    try:
        if not options.read:
            forget_survivors(tree, part)
            run(tree, part, sample, options.workers)
        found = [each for each in judged(tree, part) if each.name in sample]
        if options.servers:
            found = judge_with_servers(tree, part, found)
    except KeyboardInterrupt:
        known = (each for each in judged(tree, part) if each.verdict is not Verdict.PENDING)
        report(name, [each for each in known if each.name in sample], len(every), options.json)
        raise
    return report(name, found, len(every), options.json)


def chosen(every: list[str], options: argparse.Namespace) -> list[str]:
    """Return the mutants to judge: all, or a random sample."""
    if options.sample and options.sample < len(every):
        return random.Random(options.seed).sample(every, options.sample)
    return every


def run(tree: Path, part: Part, wanted: Collection[str], workers: int) -> None:
    """Have mutmut judge these mutants, except those killed before."""
    mutmut = [str(MUTMUT), "run", "--max-children", str(workers)]
    # The first run sets mutants of changed functions back to pending; the second judges them.
    for _ in range(2):
        known = {each.name: each.verdict for each in judged(tree, part)}
        left = [each for each in wanted if known.get(each, Verdict.PENDING) is Verdict.PENDING]
        command = [*mutmut, *sorted(left)]
        # What it says while it judges is no report.
        if left and subprocess.run(command, cwd=tree, stdout=sys.stderr).returncode:
            tests = f"MUTANT_UNDER_TEST=stats {sys.executable} -m pytest -x {' '.join(part.tests)}"
            sys.exit(
                f"If a test fails without a fault, this shows it:\ncd {tree / 'mutants'} && {tests}"
            )


def report(name: str, found: Collection[Judged], every: int, as_json: bool) -> bool:
    """Print the figures and the survivors; return whether the part passes."""
    packages = {
        package: Counter(each.verdict for each in found if each.package == package)
        for package in sorted({each.package for each in found})
    }
    total = share(Counter(each.verdict for each in found))
    listed = explained(name)
    alive = {each.mutant: each for each in found if each.verdict not in KILLED}
    unexplained = sorted(mutant for mutant in alive if not listed.get(mutant))
    gone = sorted(listed.keys() - alive.keys()) if len(found) == every else []
    passed = total >= SHARE and not unexplained
    if as_json:
        figures = {"part": name, "mutants": every, "judged": len(found), "killed": total}
        verdicts = {
            package: {verdict.value: count for verdict, count in counts.items()}
            for package, counts in packages.items()
        }
        survivors = {
            "unexplained": [alive[mutant].name for mutant in unexplained],
            "needless": [asdict(mutant) for mutant in gone],
        }
        say(json.dumps({**figures, "packages": verdicts, **survivors, "passed": passed}))
        return passed
    say(f"\n{name}: {len(found)} of {every} mutants chosen")
    for package, counts in packages.items():
        shown = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict)
        say(f"  {package}: {share(counts):.1%} killed ({shown})")
    for mutant in unexplained:
        say(f'\n# {alive[mutant].verdict.value}: {alive[mutant].name}\n{mutant}why = ""')
    for mutant in gone:
        say(f"\n# Listed, but killed or gone:\n{mutant}")
    say(
        f"\n{name}: {total:.1%} of {len(found)} killed, {len(alive)} different survivors,"
        f" {len(unexplained)} unexplained, {len(gone)} listed needlessly"
    )
    return passed


def share(counts: Mapping[Verdict, int]) -> float:
    """Return the share of mutants that were killed, from 0 to 1."""
    return sum(counts[verdict] for verdict in KILLED) / max(1, sum(counts.values()))


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
