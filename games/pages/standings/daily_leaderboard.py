"""The results of a daily challenge."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine import GAMES
from games.models import Daily
from games.models.races.daily import day_of
from games.models.standings.booking import daily_leaderboard_name, practice_leaderboard_name
from games.models.visibility import is_trial_hidden_from
from games.pages.people.visitor import known_player
from games.pages.races.daily.challenges import challenges, find_daily
from games.pages.races.daily.habit import habit
from games.pages.races.previews.preview import preview_tags
from games.pages.races.previews.words import daily_preview
from games.pages.site.clock import now
from games.pages.site.strangers import shared_by_strangers
from games.pages.standings.leaderboard_rows import guests_of, page_of


@require_safe
@shared_by_strangers
def daily_leaderboard(request: HttpRequest, day: date, game: str) -> HttpResponse:
    """Show a challenge: its rules, the visitor's attempt, and everyone's results."""
    instant = now()
    player = known_player(request)
    daily = find_daily(day, game)
    hidden = is_trial_hidden_from(daily.trial, player, instant)
    around = {
        "previous": Daily.objects.filter(game=game, day__lt=day).order_by("-day").first(),
        "next": Daily.objects.filter(game=game, day__gt=day, day__lte=day_of(instant))
        .order_by("day")
        .first(),
    }
    context: dict[str, Any] = {
        "preview": preview_tags(request, daily_preview(daily), "daily-picture", day, game),
        "challenge": challenges(day, {game: daily}, player)[0],
        "daily": daily,
        "hidden": hidden,
        "is_today": day == day_of(instant),
        "games": {name: GAMES[name].title for name in _games(day)},
        "key": None if hidden or daily.deal.key is None else bytes(daily.deal.key).hex(),
        **around,
        **habit(player, instant),
    }
    if not hidden:
        after = request.GET.get("after", "")
        context["page"] = page_of(daily_leaderboard_name(daily.pk), player, after)
        context["guests"] = guests_of(daily)
        context["practice"] = page_of(practice_leaderboard_name(daily.deal.pk, daily.rules), player)
    return render(request, "standings/daily_leaderboard.html", context)


def _games(day: date) -> list[str]:
    there = set(Daily.objects.filter(day=day).values_list("game", flat=True))
    return [game for game in GAMES if game in there]
