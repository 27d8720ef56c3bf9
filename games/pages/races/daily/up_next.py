"""What comes after a daily challenge: the others of the day, and the next day's."""

from __future__ import annotations

from typing import Any

from games.engine import GAMES
from games.models import Daily, Player
from games.models.races.daily import day_of
from games.pages.races.daily.challenges import challenges, left_to_play
from games.pages.races.daily.habit import countdown


def up_next(daily: Daily, player: Player | None, instant: int) -> dict[str, Any]:
    """Return what a result shows of the challenges that the visitor has still to play today."""
    day = day_of(instant)
    if player is None or daily.day != day:
        return {}
    others = Daily.objects.filter(day=day).exclude(pk=daily.pk).with_deals()
    found = {other.game: other for other in others}
    cards = challenges(day, {game: found[game] for game in GAMES if game in found}, player)
    left = left_to_play(cards)
    made = {daily.game, *(card.game for card in cards)}
    return {
        "others_preparing": not made.issuperset(GAMES),
        "up_next": left[0] if left else None,
        "up_next_count": len(left),
        **countdown(daily.ends_at - instant),
    }
