"""What comes next in a race by itself, and when."""

from __future__ import annotations

from enum import Enum, auto

from games.racing import Race


class Due(Enum):
    """What is done when its time has come."""

    COUNTDOWN = auto()
    """A quick race waits for nobody any more."""
    START = auto()
    SETTLING = auto()


def next_due(race: Race, now: int, *, dealt: bool) -> tuple[int, Due] | None:
    """What comes next, and when, in milliseconds since the epoch; None if nothing does.

    `dealt` is whether the boards are there, which a process that comes late still has to open.
    """
    if race.closed_at is not None or race.starts_at is None:
        return None
    if now < race.starts_at - race.countdown:
        return race.starts_at - race.countdown, Due.COUNTDOWN
    if now < race.starts_at or not dealt:
        return race.starts_at, Due.START
    if race.is_done(now):
        return now, Due.SETTLING
    bell = race.bell()
    return None if bell is None else (bell.at, Due.SETTLING)
