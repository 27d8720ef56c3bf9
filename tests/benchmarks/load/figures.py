"""Figures and the rows of the table."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tests.benchmarks.report import Row

LOAD_AT_MOST: Final = 0.8
"""The share of its core above which the load generator may be the bottleneck, so nothing counts."""


class OwnLoad:
    """The processor time of this process, the load generator, since creation."""

    def __init__(self) -> None:
        self._started, self._cpu = time.perf_counter(), time.process_time()

    def share(self) -> float:
        """Return the share of one core so far."""
        return (time.process_time() - self._cpu) / (time.perf_counter() - self._started)


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that a share (0 to 1) of the values doesn't exceed; nan without values."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@dataclass(frozen=True)
class Latency:
    """Percentiles of durations, in milliseconds."""

    p50: float
    p90: float
    p99: float
    p999: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Latency:
        """Return the percentiles of durations in seconds."""
        return cls(*(1000 * percentile(seconds, share) for share in (0.5, 0.9, 0.99, 0.999)))

    def __str__(self) -> str:
        return (
            f"p50 {self.p50:.1f}, p90 {self.p90:.1f}, p99 {self.p99:.1f}, p99.9 {self.p999:.1f} ms"
        )


def row(
    measure: str, wanted: str, found: object, reached: bool | None = None, load: float = 0.0
) -> Row:
    """Return a row of the table: the measure, its target if it has one, and the figure found.

    :param load: the share of a core that the load generator itself took.
    """
    return {
        "measure": measure,
        "at least": wanted,
        "measured": found,
        "reached": reached if load <= LOAD_AT_MOST else False,
        "load": f"{load:.0%}" if load else "",
    }
