"""What the start page puts first for a player who comes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Player
from games.pages.races.daily.challenges import DailyCard


@dataclass(frozen=True)
class YourDay:
    """The player's next challenge of today, and how many of those that are ready are done."""

    next: DailyCard | None
    """One that runs comes first; None once all are done, or before one is ready."""
    done: int
    ready: int


def your_day(player: Player | None, cards: Sequence[DailyCard], played: int) -> YourDay | None:
    """Return where a player stands today; None for strangers, and guests who never tried one."""
    if player is None or (player.guest and not played):
        return None
    ready = [card for card in cards if card.daily is not None]
    left = [card for card in ready if card.state != "ended"]
    left.sort(key=lambda card: card.state != "running")
    return YourDay(next(iter(left), None), done=len(ready) - len(left), ready=len(ready))
