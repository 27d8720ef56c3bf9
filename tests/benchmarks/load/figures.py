"""Numbers as people read them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

LOAD_AT_MOST: Final = 0.8
"""Share of its core above which the load generator may be what limits; then no figure counts."""


class OwnLoad:
    """The processor time of this process, the load generator, from now on."""

    def __init__(self) -> None:
        self._started, self._cpu = time.perf_counter(), time.process_time()

    def share(self) -> float:
        """Of one core, up to now."""
        return (time.process_time() - self._cpu) / (time.perf_counter() - self._started)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that a share (0 to 1) of them does not exceed; nan of nothing."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@dataclass(frozen=True)
class Latency:
    """Percentiles of some durations, in milliseconds."""

    p50: float
    p90: float
    p99: float
    p999: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Latency:
        """The percentiles of durations in seconds."""
        return cls(*(1000 * percentile(seconds, share) for share in (0.5, 0.9, 0.99, 0.999)))

    def __str__(self) -> str:
        return (
            f"p50 {self.p50:.1f}, p90 {self.p90:.1f}, p99 {self.p99:.1f}, p99.9 {self.p999:.1f} ms"
        )


HEAD: Final = "| measure | at least | measured | reached |\n|---|---|---|---|\n"


@dataclass(frozen=True)
class Row:
    """One line of the table: what was measured, what it should be, what it is."""

    measure: str
    wanted: str
    found: str
    reached: bool | None = None
    """None where nothing is asked for."""
    load: float = 0.0
    """The share of a core that the load generator took itself meanwhile."""

    def __str__(self) -> str:
        verdict = "" if self.reached is None else "yes" if self.reached else "no"
        if self.load > LOAD_AT_MOST:
            verdict = f"no: the load took {self.load:.0%} of its core, and may be what limits"
        return f"| {self.measure} | {self.wanted} | {self.found} | {verdict} |"
