"""Who may see which boards of a race, and when.

A second browser is a watcher. So what a watcher sees in a race that counts is of no use to its
players, or comes after the end.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Protocol

from games.racing.race import Race
from games.racing.seat import Seat

DELAY: Final = 120_000
"""How late the boards of a watchable ranked race are shown, in milliseconds."""


class Closable(Protocol):
    """A race as a value, or as it is stored."""

    @property
    def closed_at(self) -> object | None:
        """The end, once the runs are settled."""


class Watching(StrEnum):
    """When those who watch a race see its boards."""

    NOW = "now"
    DELAYED = "delayed"
    AFTER = "after"


def watching(race: Race) -> Watching:
    """Return when those who watch a race see its boards."""
    if not race.kind.is_blind or is_revealed(race):
        return Watching.NOW
    return Watching.DELAYED if race.watchable else Watching.AFTER


def boards_lag(race: Race, viewer: int) -> int | None:
    """Return how old the boards of others have to be for a player or stranger to see them.

    In milliseconds; None if they may not be seen at all. A player sees none while playing.
    """
    if is_revealed(race):
        return 0
    seat = race.seat_of(viewer)
    if seat is not None and not seat.run.is_done:
        return None
    match watching(race):
        case Watching.NOW:
            return 0
        case Watching.DELAYED:
            return DELAY
        case Watching.AFTER:
            return None


def is_revealed(race: Closable) -> bool:
    """Return whether a race keeps no secret of its own any more: its key, its deal and whole runs.

    That is when it is closed, and no process takes an action any more. A deal may be a secret for
    another reason: a daily's is one to everybody who can still attempt it.
    """
    return race.closed_at is not None


def still_playing(race: Race) -> tuple[Seat, ...]:
    """Return the seats whose hidden cards no board may show: what one run has turned up is still a
    secret to another.
    """
    if is_revealed(race):
        return ()
    return tuple(seat for seat in race.seats if not seat.run.is_done)
