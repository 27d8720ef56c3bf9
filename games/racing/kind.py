"""The kinds of races, and the states they pass through."""

from __future__ import annotations

from enum import StrEnum

from games.racing.capacity import PRACTICE_ACTIONS, RACE_ACTIONS


class Kind(StrEnum):
    """What a race is for."""

    CASUAL = "casual"
    """For fun: it counts in no rating."""
    RANKED = "ranked"
    """Rated, on a secret deal with a proven win."""
    DAILY = "daily"
    """An attempt at the daily challenge: one player, one attempt."""
    ANYTIME = "anytime"
    """An attempt at an any-time race, whose players each start when it suits them."""
    EVENT = "event"
    """A table of a round of an event: other tables race the same deal at the same time."""
    SOLO = "solo"
    """Practice: one player, no countdown, no limit, on any deal that is not secret."""

    @property
    def free_undo(self) -> bool:
        """Whether moves that revealed a card may be taken back."""
        return self is Kind.SOLO

    @property
    def most_actions(self) -> int:
        """How many actions a run may have, not counting its ending."""
        return PRACTICE_ACTIONS if self is Kind.SOLO else RACE_ACTIONS

    @property
    def may_help(self) -> bool:
        """Whether races of this kind may have the dead-end alarm and hints."""
        return self in (Kind.CASUAL, Kind.SOLO)

    @property
    def is_blind(self) -> bool:
        """Whether boards are hidden from others while live, because the result is ranked."""
        return self in (Kind.RANKED, Kind.EVENT) or self.is_attempt

    @property
    def ends_with_round(self) -> bool:
        """Whether races of this kind end with the other tables of their round, and never before.

        So none tells the deal while another plays. A round ends at its limit, or once no one plays.
        """
        return self is Kind.EVENT

    @property
    def is_timetabled(self) -> bool:
        """Whether a timetable seats the players of such a race and starts it, ready or not."""
        return self is Kind.EVENT

    @property
    def is_attempt(self) -> bool:
        """Whether races of this kind are attempts: each player races the deal alone, once."""
        return self in (Kind.DAILY, Kind.ANYTIME)

    @property
    def is_alone(self) -> bool:
        """Whether races of this kind have a single player."""
        return self is Kind.SOLO or self.is_attempt


class RaceState(StrEnum):
    """The state of a race."""

    OPEN = "open"
    """Players may join; the start isn't set, or is further away than the countdown is long."""
    COUNTDOWN = "countdown"
    """The countdown runs. Players may join until half a second before the start."""
    RUNNING = "running"
    """The cards are dealt and the clock runs."""
    OVER = "over"
    """All runs have ended; places, key and deal are final."""
