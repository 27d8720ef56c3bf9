"""The daily challenge: today, the days before, and the board of each challenge."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.engine import GAMES
from games.models import Attempt, Daily
from games.models.people.refusals import PersonalError
from games.models.races.daily import day_of
from games.models.standings.booking import daily_board, practice_board
from games.models.standings.streak import streak
from games.models.visibility.access import is_daily_hidden_from
from games.models.visibility.practice import begin_practice
from games.pages.challenges import challenges
from games.pages.clock import now
from games.pages.guests import known_player, playing_visitor
from games.pages.lines import page_of
from games.pages.months import Month
from games.racing import RefusedError
from games.spoken import spoken


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Today's challenges, made by whoever comes first, and the calendar of the days before."""
    instant = now()
    day = day_of(instant)
    player = known_player(request)
    dailies = {game: Daily.objects.of_day(game, instant) for game in GAMES}
    left = (Daily(day=day).ends_at - instant) // 60_000
    context = {
        "day": day,
        "challenges": challenges(day, dailies, player),
        "preparing": None in dailies.values(),
        "hours": left // 60,
        "minutes": left % 60,
        "streak": player and streak(Attempt.objects.solved_days(player), day),
        "month": Month.of(request.GET.get("month", ""), day, player),
    }
    return render(request, "daily/today.html", context)


@require_safe
def board(request: HttpRequest, day: date, game: str) -> HttpResponse:
    """A challenge: what it is played on, the visitor's attempt, and how the others have fared."""
    instant = now()
    player = known_player(request)
    daily = _find(day, game)
    hidden = is_daily_hidden_from(daily, player, instant)
    around = {
        "previous": Daily.objects.filter(game=game, day__lt=day).order_by("-day").first(),
        "next": Daily.objects.filter(game=game, day__gt=day, day__lte=day_of(instant))
        .order_by("day")
        .first(),
    }
    context: dict[str, Any] = {
        "challenge": challenges(day, {game: daily}, player)[0],
        "daily": daily,
        "hidden": hidden,
        "is_today": day == day_of(instant),
        "games": {name: GAMES[name].title for name in _games(day)},
        "key": None if hidden or daily.deal.key is None else bytes(daily.deal.key).hex(),
        **around,
    }
    if not hidden:
        after = request.GET.get("after", "")
        context["page"] = page_of(daily_board(daily.pk), player, after)
        context["practice"] = page_of(practice_board(daily.deal_id, daily.rules), player)
    return render(request, "daily/board.html", context)


@require_POST
def play(request: HttpRequest, day: date, game: str) -> HttpResponse:
    """Go to the visitor's one attempt; a visitor becomes a guest."""
    daily = _find(day, game)
    try:
        return redirect(daily.attempt(playing_visitor(request), now).race)
    except PersonalError:
        raise
    except RefusedError:
        messages.info(request, _("This day is over. There is a new challenge today."))
        return redirect("daily-board", day, game)


@require_POST
def practise(request: HttpRequest, day: date, game: str) -> HttpResponse:
    """Play the deal again, as often as one likes; a visitor becomes a guest."""
    daily = _find(day, game)
    try:
        return redirect(begin_practice(playing_visitor(request), daily.rules, daily.deal, now))
    except PersonalError:
        raise
    except RefusedError as error:
        messages.info(request, spoken(error.sentence))
        return redirect("daily-board", day, game)


def _find(day: date, game: str) -> Daily:
    """The challenge of a game and day; today's is made by whoever asks first."""
    if game in GAMES and day == day_of(now()):
        Daily.objects.of_day(game, now())
    if day > day_of(now()):
        raise Http404("no challenge of a day to come")
    return get_object_or_404(Daily.objects.select_related("deal"), day=day, game=game)


def _games(day: date) -> list[str]:
    there = set(Daily.objects.filter(day=day).values_list("game", flat=True))
    return [game for game in GAMES if game in there]
