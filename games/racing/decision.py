"""What told the first place of a race from the others."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from games.racing.run import Run, RunState
from games.racing.standings import Standing

GONE: Final = (RunState.FORFEIT, RunState.NO_SHOW)
"""Runs that are placed behind everyone who stayed, with however many cards."""


class Decision(StrEnum):
    """What decided a race that is over."""

    TIME = "time"
    """The first one won, before all others."""
    MOVES = "moves"
    """The first one won with fewer moves in the same time."""
    CARDS = "cards"
    """No one won; the first one got furthest."""
    SOONER = "sooner"
    """No one won; the first one got as far as the next, but sooner."""
    LEFT = "left"
    """No one won; all others left the race or made no move."""
    SHARED = "shared"
    """The first place is shared."""
    NOTHING = "nothing"
    """No one made progress, and the first place is shared."""
    NOBODY = "nobody"
    """Everyone left the race or made no move, and the first place isn't anyone's alone."""


def decision(standings: Sequence[Standing]) -> Decision | None:
    """Return what decided a race that ended with these standings; None for a player alone."""
    runs = [one.seat.run for one in standings if not one.seat.void_reason]
    if len(standings) < 2 or not runs:
        return None
    first, *others = runs
    is_shared = sum(one.place == 1 for one in standings) > 1
    stayed = [run for run in others if _has_raced(run)]
    if standings[0].place is None or (is_shared and first.state in GONE):
        return Decision.NOBODY
    if is_shared:
        return Decision.SHARED if first.progress_at else Decision.NOTHING
    if first.state is RunState.WON:
        return _among_winners(first, stayed)
    if others and not stayed:
        return Decision.LEFT
    if not first.progress_at:
        return Decision.NOTHING
    is_level = bool(stayed) and stayed[0].progress == first.progress
    return Decision.SOONER if is_level else Decision.CARDS


def _has_raced(run: Run) -> bool:
    """Return whether a player stayed and moved a card; to end a run at once doesn't count."""
    return run.state not in GONE and run.has_moved


def _among_winners(first: Run, stayed: Sequence[Run]) -> Decision:
    """Return what decided between a winner and the next: times are compared as they are shown."""
    times = [run.time for run in (first, *stayed[:1]) if run.time is not None]
    is_level = len(times) > 1 and times[0] // 10 == times[1] // 10
    return Decision.MOVES if is_level else Decision.TIME
