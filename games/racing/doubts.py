"""What makes a run implausible: reasons for a person to look at it, and no more than that."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from statistics import fmean, median, pstdev
from typing import Final

ENOUGH: Final = 20
"""So many actions tell something; fewer may look like anything by chance."""

HASTE_MS: Final = 150
"""Half of the actions within so little of the one before: a click alone takes longer."""

EVEN: Final = 0.1
"""Thinking times that vary by less than this share of their mean: a clock, not a person."""


class Doubt(StrEnum):
    """Why somebody should look at a run."""

    RECORD = "record"
    """What is stored does not replay to the result."""
    HASTE = "haste"
    """Faster than hands are."""
    CLOCKWORK = "clockwork"
    """As even as a machine."""
    COPY = "copy"
    """Move by move what another player has done before on this deal."""
    SOLVER = "solver"
    """Move by move what the solver would do."""


def pacing(times: Sequence[int]) -> frozenset[Doubt]:
    """The doubts in the milliseconds that a player took before each action."""
    if len(times) < ENOUGH:
        return frozenset()
    doubts = set()
    if median(times) < HASTE_MS:
        doubts.add(Doubt.HASTE)
    if pstdev(times) < EVEN * fmean(times):
        doubts.add(Doubt.CLOCKWORK)
    return frozenset(doubts)


def is_same(moves: Sequence[str], others: Sequence[str]) -> bool:
    """Whether a run did what another did, from the first action to its own last one."""
    return len(moves) >= ENOUGH and list(moves) == list(others[: len(moves)])
