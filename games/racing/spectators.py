"""Who may see which boards of a race, and when: a rule that needs only the race's state.

A player can watch with a second browser. So what spectators see of a ranked race must be of no use
to its players, or come after the end.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Protocol

from games.racing.race import Race
from games.racing.seat import Seat

LONGEST_DELAY: Final = 120_000
"""The longest delay of boards in a watchable ranked race, in milliseconds."""


class Closable(Protocol):
    """A race, as a value or as stored."""

    @property
    def closed_at(self) -> object | None:
        """The end, once the runs are settled."""


class Watching(StrEnum):
    """When spectators see the boards of a race."""

    NOW = "now"
    """As they are: in casual races, practices, and every race that is over."""
    DELAYED = "delayed"
    """As they were a while ago: in quick races, and ranked ones whose host allows it."""
    AFTER = "after"
    """Only once the race is over: in all other ranked races, and attempts."""


def watching(race: Race) -> Watching:
    """Return when spectators see the boards of a race."""
    if not race.kind.is_blind or is_revealed(race):
        return Watching.NOW
    return Watching.DELAYED if race.watchable else Watching.AFTER


def boards_delay(limit: int | None) -> int:
    """Return how late watchers see the boards of a ranked race with a limit, in milliseconds.

    Two minutes, or a quarter of the limit where that is less: a short race is seen before it ends.
    """
    return LONGEST_DELAY if limit is None else min(LONGEST_DELAY, limit // 4)


def boards_lag(race: Race, viewer: int, *, plays_elsewhere: bool = False) -> int | None:
    """Return how many milliseconds late a player or stranger sees the boards of others.

    None means not at all, as for a player whose run is still open. One who `plays_elsewhere` has a
    seat at another table on the same deal.
    """
    if is_revealed(race):
        return 0
    seat = race.seat_of(viewer)
    if plays_elsewhere or (seat is not None and not seat.run.is_done):
        return None
    match watching(race):
        case Watching.NOW:
            return 0
        case Watching.DELAYED:
            return boards_delay(race.limit)
        case Watching.AFTER:
            return None


def is_revealed(race: Closable) -> bool:
    """Return whether the race itself no longer keeps its key, deal and whole runs secret.

    It does until it is closed and no process accepts actions. A deal may be secret for another
    reason: a daily's is, from everyone who can still attempt it.
    """
    return race.closed_at is not None


def still_playing(race: Race) -> tuple[Seat, ...]:
    """Return the seats whose hidden cards no board may show.

    What one run has turned up is still secret to another.
    """
    if is_revealed(race):
        return ()
    return tuple(seat for seat in race.seats if not seat.run.is_done)
