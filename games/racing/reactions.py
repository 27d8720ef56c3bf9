"""Reactions: the six things that players say to each other without typing."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from games.racing.errors import RefusedError
from games.racing.kind import RaceState
from games.racing.race import Race
from games.racing.seat import Seat

PAUSE: Final = 2_000
"""The least milliseconds between two reactions of a player."""


class Reaction(StrEnum):
    """What a player can say."""

    GOOD_LUCK = "good-luck"
    NICE = "nice"
    WOW = "wow"
    OUCH = "ouch"
    WELL_PLAYED = "well-played"
    AGAIN = "again"


def reacting(race: Race, player: int, now: int) -> Seat:
    """Return the seat of a player who may react now: before the start and after their own run.

    :raises RefusedError: "not-seated", or "still-playing" while their run is open.
    """
    seat = race.seat_of(player)
    if seat is None:
        raise RefusedError("not-seated", "You don't have a seat in this race.")
    if race.state(now) is RaceState.RUNNING and not seat.run.is_done:
        raise RefusedError("still-playing", "You can react once your run is over.")
    return seat


class Pauses:
    """When each player last reacted, so that none reacts too often."""

    def __init__(self) -> None:
        self._last: dict[int, int] = {}

    def take(self, player: int, now: int) -> int:
        """Note a reaction and return 0, or else the milliseconds until the next may come."""
        left = self._last.get(player, now - PAUSE) + PAUSE - now
        if left > 0:
            return left
        self._last[player] = now
        return 0
