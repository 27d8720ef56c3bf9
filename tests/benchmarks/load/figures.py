"""Figures and the rows of the table."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

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


HEAD: Final = "| measure | at least | measured | reached |\n|---|---|---|---|\n"


@dataclass(frozen=True)
class Row:
    """A row of the table: the measure, its target and the figure found."""

    measure: str
    wanted: str
    found: str
    reached: bool | None = None
    """None without a target."""
    load: float = 0.0
    """The share of a core that the load generator itself took."""

    def __str__(self) -> str:
        verdict = "" if self.reached is None else "yes" if self.reached else "no"
        if self.load > LOAD_AT_MOST:
            verdict = f"no: the load took {self.load:.0%} of its core and may be the bottleneck"
        return f"| {self.measure} | {self.wanted} | {self.found} | {verdict} |"
