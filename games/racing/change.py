"""Changes to a race before its start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from games.racing.race import Race
from games.racing.run import Run

Clock: TypeAlias = Callable[[], int]
"""Read the time, in milliseconds since the epoch."""

Change: TypeAlias = Callable[[Race, int], Race]
"""Change a race at an instant, which is read once the race is locked.

The race may start while a request waits for the lock, so a request carries no instant of its own.
"""


def carry_out(before: Race, change: Change, now: int) -> Race:
    """Return the race after a change of its seats, host or start.

    Whatever the change does, a race that has started stays started.

    :raises RefusedError: "already-started", "race-over" or "starting", or the change's own refusal.
    :raises ValueError: if anything else changes, or the start would be in the past.
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
