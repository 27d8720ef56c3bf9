"""When a race starts: at a planned time, or soon after its players have gathered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.racing.errors import RefusedError
from games.racing.seat import Seat

MINUTE: Final = 60_000

PLAN_BOUNDS: Final = MINUTE, 30 * 24 * 60 * MINUTE
"""How long ahead a start is planned, in milliseconds."""

NEAR: Final = 15 * MINUTE
"""How long before a planned start its players are called to the room."""


def refuse_plan(at: int, now: int) -> None:
    """Check that a start can be planned for an instant.

    :raises RefusedError: "bad-start" if it isn't at a full minute, or too soon or too far ahead.
    """
    soonest, latest = PLAN_BOUNDS
    if at % MINUTE:
        raise RefusedError("bad-start", "A race is planned for a full minute.")
    if not now + soonest <= at <= now + latest:
        raise RefusedError(
            "bad-start", "Choose a start at least a minute from now, and within 30 days."
        )


def gathered_start(
    here: Sequence[Seat],
    complete: bool,
    countdown: int,
    gathers: int,
    now: int,
    current: int | None,
) -> int:
    """Return when a quick race starts that has its players; it only ever moves earlier.

    `complete`: no more can come. `current` is the start set before, if any.
    """
    at_once = complete or all(seat.ready for seat in here)
    at = now + countdown + (0 if at_once else gathers)
    return at if current is None else min(at, current)
