"""Streaks to test with."""

from __future__ import annotations

from games.models import Daily, Player
from games.models.play.streak_telling import tell_of_streaks
from games.models.races.daily import day_of, end_of
from games.pages.site.clock import now
from tests.models.dailies import DAY, daily, finish


def put_streak_at_stake(player: Player, days: int) -> None:
    """Give a player a streak that ends tonight, and tell of it as a worker does in the evening."""
    instant = now()
    for number in range(1, days + 1):
        then = instant - number * DAY
        made = Daily.objects.filter(day=day_of(then)).first() or daily(then)
        finish(made, player, 2, now=then)
    tell_of_streaks(end_of(day_of(instant)) - 1)
