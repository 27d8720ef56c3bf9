"""A share of a sample, and how certain it is."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

NORMAL_95 = 1.959964
"""The standard deviations around the mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Share:
    """A share; `str` gives it in per cent with Wilson's interval at 95 %."""

    count: int
    total: int

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval at 95 %, as fractions of 1."""
        if self.total == 0:
            return 0.0, 1.0
        z2 = NORMAL_95**2 / self.total
        part = self.count / self.total
        middle = part + z2 / 2
        width = sqrt(z2 * (part * (1 - part) + z2 / 4))
        return max(0.0, (middle - width) / (1 + z2)), min(1.0, (middle + width) / (1 + z2))

    def __str__(self) -> str:
        low, high = self.interval
        part = self.count / self.total if self.total else 0.0
        return f"{100 * part:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
