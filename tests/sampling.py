"""Which of many slow tests run: a thirtieth of those in real processes, a sixth of them, or all.

`LARGE_SAMPLE=1` runs a sixth of these tests and all marked `promised`, half of the cases of each
that has several, all cases of tests marked `slow` instead of a sixth, and twice as many of others.
`EVERY_CASE=1` runs all. A seed, `SAMPLE_SEED`, draws the sample: by default the time of the commit,
so a commit always gets the same sample, and the next one another.
"""

from __future__ import annotations

import os
import subprocess
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    import pytest

EVERY_CASE: Final = os.environ.get("EVERY_CASE") == "1"
LARGE_SAMPLE: Final = os.environ.get("LARGE_SAMPLE") == "1"

PROCESSES: Final = frozenset(
    {
        *("browsers", "playwright", "window", "launch", "stores", "sites", "live_server"),
        *("stack", "play", "shared_sites"),
    }
)
"""The fixtures that start processes."""

SMALL_STEP: Final = 30
"""A small sample has one case in so many: two cores then run all tests within ten minutes."""

SLOW_STEP: Final = 6
"""A small sample has one case in so many of tests that take seconds without any process."""

LARGE_STEP: Final = 6
"""A large sample has one test in so many; the others come up with other commits."""

Case = TypeVar("Case")


def _commit_time() -> str:
    """Return when the commit was made, in seconds; without Git, 0."""
    command = ["git", "-C", str(Path(__file__).parent), "log", "-1", "--format=%ct"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "0"
    return done.stdout.strip()


SAMPLE_SEED: Final = os.environ.get("SAMPLE_SEED") or _commit_time()


def described() -> str:
    """Say which cases run, and how to have the same again."""
    if EVERY_CASE:
        return "every case"
    if LARGE_SAMPLE:
        return f"a large sample of the slow ones, drawn by LARGE_SAMPLE=1 SAMPLE_SEED={SAMPLE_SEED}"
    return (
        f"a thirtieth of those in real processes, drawn by SAMPLE_SEED={SAMPLE_SEED};"
        " LARGE_SAMPLE=1 runs a sixth, EVERY_CASE=1 all"
    )


def amount(small: int, large: int, every: int) -> int:
    """Choose an amount by the size of the sample."""
    return every if EVERY_CASE else large if LARGE_SAMPLE else small


def sample(
    cases: Sequence[Case], step: int, first: int = 0, *, large: int | None = None
) -> Sequence[Case]:
    """Return one case in `step`, one in `large` (by default twice as many), or all.

    `first` moves the choice on. Mark the test `drawn` if it also starts processes.
    """
    step = amount(step, large or step // 2, 1)
    return cases[(first + _draw("", step)) % step :: step]


def spared(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return the slow cases that need not run: in real processes 29 of 30, many, or none.

    In a small sample five of six cases marked `slow` need not. In a large one a sixth of the tests
    in processes, and all that are `promised`, keep half of their cases, and at least one. One on
    SQLite and on PostgreSQL runs on one of them; which one is drawn for each test, so over all
    tests both do.
    """
    step = amount(SMALL_STEP, 2, 1)
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if _starts_processes(item) and not item.get_closest_marker("drawn"):
            cases[item.nodeid.partition("[")[0]].append(item)
    left_out = []
    for name, of_one in cases.items():
        is_promised = of_one[0].get_closest_marker("promised") is not None
        if LARGE_SAMPLE and not is_promised and _draw(f"{name} at all", LARGE_STEP):
            left_out += of_one
            continue
        first = _draw(name, min(step, len(of_one)) if LARGE_SAMPLE else step)
        left_out += [case for number, case in enumerate(of_one) if number % step != first]
    return left_out + [item for item in items if _is_spared_as_slow(item)]


def _is_spared_as_slow(item: pytest.Item) -> bool:
    if item.get_closest_marker("slow") is None or _starts_processes(item):
        return False
    return _draw(item.nodeid, amount(SLOW_STEP, 1, 1)) > 0


def _starts_processes(item: pytest.Item) -> bool:
    fixtures = getattr(item, "fixturenames", ())
    return not PROCESSES.isdisjoint(fixtures) or item.get_closest_marker("processes") is not None


def _draw(name: str, below: int) -> int:
    return Random(f"{SAMPLE_SEED} {name}").randrange(below)
