"""What changes a race before its start, and what says when that is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from games.racing.race import Race
from games.racing.run import Run

Clock: TypeAlias = Callable[[], int]
"""Read the time, in milliseconds since the epoch."""

Change: TypeAlias = Callable[[Race, int], Race]
"""Change a race at an instant, which is read when it is the change's turn.

The start may come between a request and its turn, so a change brings no instant of its own.
"""


def carry_out(before: Race, change: Change, now: int) -> Race:
    """Return what a change of seats, host or start makes of a race.

    What has started is never unmade, whatever the change does.

    :raises RefusedError: "already-started", "race-over" or "starting", or as the change refuses.
    :raises ValueError: if it changes anything else, or sets a start in the past.
    """
    after = change(before, now)
    if after == before:
        return after
    before.refuse_started(now)
    if after.starts_at not in (None, before.starts_at) and after.starts_at < now:
        raise ValueError(f"{before.code}: a start cannot be in the past")
    if after != replace(before, seats=after.seats, host=after.host, starts_at=after.starts_at):
        raise ValueError(f"{before.code}: a transition changes seats, host and start only")
    runs = {seat.player: seat.run for seat in before.seats}
    if any(seat.run != runs.get(seat.player, Run()) for seat in after.seats):
        raise ValueError(f"{before.code}: a transition cannot store a run")
    return after
