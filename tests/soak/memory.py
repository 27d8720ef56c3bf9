"""The memory of processes over time: whether it stays or grows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import linear_regression
from typing import Final

MEGABYTE: Final = 1 << 20

WARM: Final = 1 / 3
"""The share of a run after which a process has met everything once: growth counts from there."""

GROWTH: Final = 30.0
"""Megabytes an hour from which memory counts as growing."""

LONG_ENOUGH: Final = 600.0
"""Seconds of samples, after the start, that a slope needs to mean anything."""


@dataclass(frozen=True)
class Sample:
    """The memory of a process at a moment of the run."""

    seconds: float
    megabytes: float


@dataclass(frozen=True)
class Memory:
    """What a process took, from the first sample to the last."""

    process: str
    samples: tuple[Sample, ...]

    @property
    def late(self) -> Sequence[Sample]:
        """The samples after the start of the run."""
        begin, end = self.samples[0].seconds, self.samples[-1].seconds
        return [s for s in self.samples if s.seconds >= begin + WARM * (end - begin)]

    @property
    def slope(self) -> float | None:
        """Megabytes an hour after the start; None if there are too few samples."""
        late = self.late
        if len(late) < 2:
            return None
        seconds, megabytes = [s.seconds for s in late], [s.megabytes for s in late]
        return linear_regression(seconds, megabytes).slope * 3600

    @property
    def grows(self) -> bool | None:
        """Whether the memory grows; None if the run was too short to tell."""
        if self.slope is None or self.late[-1].seconds - self.late[0].seconds < LONG_ENOUGH:
            return None
        return self.slope > GROWTH

    @property
    def verdict(self) -> str:
        """The answer in a word or two."""
        return {True: "grows", False: "flat", None: "too short to tell"}[self.grows]

    def __str__(self) -> str:
        first, last = self.samples[0].megabytes, self.samples[-1].megabytes
        most = max(sample.megabytes for sample in self.samples)
        slope = "" if self.slope is None else f", {self.slope:+.1f} MB an hour"
        return f"{self.process}: {first:.0f} to {last:.0f} MB, at most {most:.0f}{slope}"
