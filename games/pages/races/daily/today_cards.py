"""Today's challenges, each with yesterday's winner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from games.models import Daily, Leaderboard, Player, Trial
from games.models.races.daily import day_of
from games.models.standings.booking import daily_leaderboard_name
from games.models.visibility import hidden_from
from games.pages.deals.characters import CHARACTERS
from games.pages.races.daily.challenges import (
    DailyCard,
    challenges,
    easiest_first,
    ready_first,
)
from games.pages.site.short_memory import remembered
from games.pages.site.text import Text
from games.pages.site.times import time_text


@dataclass(frozen=True)
class Winner:
    """Who was fastest on a past day."""

    day: date
    player: int
    name: str
    time: str


@dataclass(frozen=True)
class TodayCard:
    """A game's challenge of today."""

    challenge: DailyCard
    winner: Winner | None
    """Yesterday's."""

    @property
    def character(self) -> Text:
        """The game in a line."""
        return CHARACTERS[self.challenge.game]


def today_cards(player: Player | None, now: int, *, newcomer: bool) -> list[TodayCard]:
    """Return today's challenges, made if need be; a newcomer's easiest first."""
    day = day_of(now)
    dailies = Daily.objects.today(now)
    winners = _winners(day - timedelta(days=1), player, now)
    shown = challenges(day, dailies, player)
    ordered = ready_first(easiest_first(shown) if newcomer else shown)
    return [TodayCard(challenge, winners.get(challenge.game)) for challenge in ordered]


def _winners(day: date, player: Player | None, now: int) -> Mapping[str, Winner]:
    """Return who won the challenges of a past day, by game, once the visitor may know."""
    winners = remembered(f"daily-winners:{day}", lambda: _winners_of(day))
    if not winners:
        return {}
    trials = Trial.objects.filter(hidden_from(player, now), daily__day=day)
    hidden = set(trials.values_list("daily__game", flat=True))
    return {game: winner for game, winner in winners.items() if game not in hidden}


def _winners_of(day: date) -> dict[str, Winner]:
    """Return who is first on the leaderboards of a day's challenges, by game."""
    dailies = Daily.objects.filter(day=day).values_list("pk", "game")
    games = {daily_leaderboard_name(pk): game for pk, game in dailies}
    winners = {}
    for leaderboard in Leaderboard.objects.filter(name__in=games):
        row = leaderboard.rows.shown().first()
        if row is not None and row.entry.time_ms is not None:
            time = time_text(row.entry.time_ms)
            winners[games[leaderboard.name]] = Winner(day, row.player_id, row.player.name, time)
    return winners
