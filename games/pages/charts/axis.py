"""Round times along the axes of charts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

STEPS: Final = tuple(
    1000 * seconds for seconds in (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800)
)
"""Distances between two ticks that people count in, in milliseconds."""

TICKS: Final = 6
"""At most so many ticks beside the one at zero."""


@dataclass(frozen=True)
class Tick:
    """A mark on an axis: where, and what is written there."""

    at: str
    label: str


def percent(share: float) -> str:
    """A share of a chart's width or height, as SVG takes it in any language: "12.5%"."""
    return f"{100 * share:.3f}".rstrip("0").rstrip(".") + "%"


def round_times(total: int) -> list[int]:
    """Round times after zero, up to a total, in milliseconds."""
    step = next((step for step in STEPS if total <= TICKS * step), STEPS[-1])
    return list(range(step, total + 1, step))


def clock_text(ms: int) -> str:
    """A time on an axis: "3:07"."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"
