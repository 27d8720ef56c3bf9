"""What the start page puts first for a player who comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.models import Player
from games.pages.races.daily.challenges import DailyCard, left_to_play

FIRST_DAYS: Final = 7
"""Of a young streak, so many days are drawn, those to come too."""


@dataclass(frozen=True)
class YourDay:
    """The player's next challenge of today, and how many are played and left."""

    next: DailyCard | None
    """One that runs comes first; None once all are over, or before one is ready."""
    played: int
    """Those that are over and in which a card was moved."""
    left: int
    """Those that can still be played."""
    is_ready: bool
    """Whether a deal of today is made."""
    streak: int

    @property
    def first_days(self) -> Sequence[bool]:
        """Return the first days of a streak, each with whether it is played; none once all are."""
        return first_days(self.streak) if self.is_ready else ()

    @property
    def next_day(self) -> int:
        """The number that the next day has in the streak."""
        return self.streak + 1


def first_days(streak: int) -> Sequence[bool]:
    """Return whether each of a streak's first days is played; nothing of a longer streak."""
    if streak >= FIRST_DAYS:
        return ()
    return [number < streak for number in range(FIRST_DAYS)]


def your_day(
    player: Player | None, cards: Sequence[DailyCard], habit: Mapping[str, Any]
) -> YourDay | None:
    """Return where a player stands today; None for strangers, and guests who never tried one."""
    if player is None or (player.guest and not habit["played"]):
        return None
    ready = [card for card in cards if card.daily is not None]
    left = left_to_play(ready)
    return YourDay(
        next(iter(left), None),
        played=sum(card.entry is not None and card.entry.is_try for card in ready),
        left=len(left),
        is_ready=bool(ready),
        streak=habit["streak"].current,
    )
