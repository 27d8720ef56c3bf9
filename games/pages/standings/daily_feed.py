"""An Atom feed of who was best at the challenges of past days."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.contrib.syndication.views import Feed
from django.db.models import Q
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from games.engine import GAMES
from games.models import Daily, Leaderboard, Trial
from games.models.database.instants import to_datetime
from games.models.races.daily import day_of
from games.models.standings.booking import daily_leaderboard_name
from games.models.standings.leaderboard import LeaderboardRow
from games.models.visibility import hidden_from
from games.pages.races.previews.words import daily_preview
from games.pages.site.clock import now
from games.pages.site.times import time_text

DAYS: Final = 7
BEST: Final = 3


class DailyFeed(Feed[Daily, None]):
    """The challenges of the last week, each with the best three; today's is still secret."""

    feed_type = Atom1Feed

    def title(self) -> str:
        """Return the title of the feed."""
        return _("Same Deal: daily challenges")

    def subtitle(self) -> str:
        """Return what the feed is about."""
        return _("Who was fastest at yesterday's deals.")

    def link(self) -> str:
        """Return the page that the feed belongs to."""
        return reverse("daily")

    def items(self) -> list[Daily]:
        """Return the challenges whose results everyone may see, newest first."""
        instant = now()
        first = day_of(instant) - timedelta(days=DAYS)
        over = Daily.objects.with_deals().filter(
            ~Q(trial__in=Trial.objects.filter(hidden_from(None, instant))),
            day__gte=first,
            game__in=GAMES,
        )
        return list(over.order_by("-day", "game"))

    def item_title(self, item: Daily) -> str:
        """Return the game and the day."""
        return daily_preview(item).title

    def item_description(self, item: Daily) -> str:
        """Return the best results, one a line."""
        board = Leaderboard.objects.filter(name=daily_leaderboard_name(item.pk)).first()
        best = [] if board is None else [_line(row) for row in board.rows.shown()[:BEST]]
        return "\n".join(best) or _("Nobody played.")

    def item_link(self, item: Daily) -> str:
        """Return the page of a challenge's results."""
        return reverse("daily-leaderboard", args=(item.day, item.game))

    def item_updateddate(self, item: Daily) -> datetime:
        """Return when a challenge ended."""
        return to_datetime(item.ends_at)


def _line(row: LeaderboardRow) -> str:
    entry = row.entry
    figure = f"{entry.progress}/52" if entry.time_ms is None else time_text(entry.time_ms)
    return f"{row.player.name}: {figure}"
