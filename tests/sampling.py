"""Which of many slow cases run: a sample, or all with `EVERY_CASE=1`, as in `.ci/run`."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeVar
from zlib import crc32

if TYPE_CHECKING:
    import pytest

EVERY_CASE: Final = os.environ.get("EVERY_CASE") == "1"

PROCESSES: Final = frozenset({"launch", "stores", "sites", "live_server", "browser"})
"""The fixtures that start processes."""

Case = TypeVar("Case")


def sample(cases: Sequence[Case], step: int, first: int = 0) -> Sequence[Case]:
    """Return one case in `step`, counted from `first`, or all."""
    return cases if EVERY_CASE else cases[first % step :: step]


def spared(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return every other case of each test in real processes, which need not run, or none.

    A test on SQLite and on PostgreSQL runs on one of them; which one depends on its name, so over
    all tests both do.
    """
    if EVERY_CASE:
        return []
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if _starts_processes(item):
            cases[item.nodeid.partition("[")[0]].append(item)
    return [
        case
        for name, of_one in cases.items()
        if len(of_one) > 1
        for case in of_one[crc32(name.encode()) % 2 :: 2]
    ]


def _starts_processes(item: pytest.Item) -> bool:
    """Tell whether a test uses real processes, which takes seconds."""
    return not PROCESSES.isdisjoint(getattr(item, "fixturenames", ()))
