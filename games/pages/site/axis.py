"""Round times along the axes of charts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

STEPS: Final = tuple(
    1000 * seconds for seconds in (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800)
)
"""Familiar distances between two ticks, in milliseconds."""

TICKS: Final = 6
"""The most ticks on an axis, not counting zero."""


@dataclass(frozen=True)
class Tick:
    """A mark on an axis: its place and its label."""

    at: str
    label: str


def percent(share: float) -> str:
    """Return a share of a chart's width or height as SVG reads it in any language: "12.5%"."""
    return f"{100 * share:.3f}".rstrip("0").rstrip(".") + "%"


def round_times(total: int) -> list[int]:
    """Return round times after zero, up to a total, in milliseconds."""
    step = _step(total)
    return list(range(step, total + 1, step))


def round_top(total: int) -> int:
    """Return the last of the round times that an axis needs to reach a total."""
    step = _step(total)
    return -(-total // step) * step


def _step(total: int) -> int:
    return next((step for step in STEPS if total <= TICKS * step), STEPS[-1])


def clock_text(ms: int) -> str:
    """Return a time as an axis shows it: "3:07"."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"
