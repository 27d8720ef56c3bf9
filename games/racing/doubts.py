"""What makes a run implausible: reasons for staff to look at it, never a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from statistics import fmean, median, pstdev
from typing import Final

ENOUGH: Final = 20
"""The fewest actions that are evidence; fewer may look suspicious by chance."""

HASTE_MS: Final = 150
"""Hasty if half of the actions follow within this time: a click alone takes longer."""

EVEN: Final = 0.1
"""Thinking times that vary by less than this share of their mean come from a machine."""


class Doubt(StrEnum):
    """Why staff should look at a run."""

    RECORD = "record"
    """The stored actions do not replay to the stored result."""
    HASTE = "haste"
    """Faster than human hands."""
    CLOCKWORK = "clockwork"
    """As regular as a machine."""
    COPY = "copy"
    """The same moves that another player made on this deal before."""
    SOLVER = "solver"
    """The same moves as a stored solution."""


def pacing(times: Sequence[int]) -> frozenset[Doubt]:
    """Return the doubts raised by the milliseconds a player took before each action."""
    if len(times) < ENOUGH:
        return frozenset()
    doubts = set()
    if median(times) < HASTE_MS:
        doubts.add(Doubt.HASTE)
    if pstdev(times) < EVEN * fmean(times):
        doubts.add(Doubt.CLOCKWORK)
    return frozenset(doubts)


def is_same(moves: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether a run consists of the first moves of another, and is long enough to tell."""
    return len(moves) >= ENOUGH and list(moves) == list(others[: len(moves)])
