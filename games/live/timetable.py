"""What is due next in a race by the clock alone, and when."""

from __future__ import annotations

from enum import Enum, auto

from games.racing import Race


class Due(Enum):
    """What the clock brings about."""

    COUNTDOWN = auto()
    """The countdown of a quick race, which no longer waits for players."""
    START = auto()
    SETTLING = auto()


def next_due(race: Race, now: int, *, dealt: bool) -> tuple[int, Due] | None:
    """Return what is due next and when, in milliseconds since the epoch, or None.

    `dealt`: the boards are open here. A process that comes late still has to open them.
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
