"""Today's challenges, and how to play or practise one."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.models.people.refusals import PersonalError
from games.models.play.practice import SecretDealError, begin_practice
from games.models.races.daily import day_of
from games.pages.people.visitor import known_player, playing_visitor
from games.pages.races.daily.calendar import Month
from games.pages.races.daily.challenges import find_daily, preparing, untouched
from games.pages.races.daily.habit import habit
from games.pages.races.daily.today_cards import today_cards
from games.pages.races.previews.preview import preview_tags
from games.pages.races.previews.words import dailies_preview
from games.pages.site.clock import now
from games.pages.site.destinations import FIELD, is_safe
from games.pages.site.strangers import shared_by_strangers
from games.racing import RefusedError
from games.spoken import spoken


@require_safe
@shared_by_strangers
def today(request: HttpRequest) -> HttpResponse:
    """Show today's challenges, which the day's first request creates, and the calendar."""
    instant = now()
    day = day_of(instant)
    player = known_player(request)
    shown = habit(player, instant)
    cards = today_cards(player, instant, newcomer=shown["newcomer"])
    made = [card.challenge for card in cards]
    context = {
        "preview": preview_tags(request, dailies_preview(), "site-picture"),
        "day": day,
        "cards": cards,
        "untouched": untouched(made),
        "preparing": preparing(made),
        "month": Month.of(request.GET.get("month", ""), day, player),
        **shown,
    }
    return render(request, "races/daily/today.html", context)


@require_safe
@never_cache
def come_back(request: HttpRequest) -> HttpResponse:
    """Show what the coming days hold, as a fragment for the page of a result."""
    # Beneath a daily, its result has told what comes next.
    result = request.GET.get(FIELD, "")
    shown = {
        "after_daily": request.GET.get("after") == "daily",
        "result": result if is_safe(request, result) else "",
    }
    shown |= habit(known_player(request), now())
    return render(request, "races/daily/come_back.html", shown)


@require_POST
def play(request: HttpRequest, day: date, game: str) -> HttpResponse:
    """Go to the visitor's only attempt; a stranger becomes a guest.

    With `start`, from a page that has said how it goes, its page starts the clock at once.
    """
    daily = find_daily(day, game)
    try:
        race = daily.attempt(playing_visitor(request), now).race
        starts = "start" in request.POST and race.starts_at is None
        return redirect(f"{race.get_absolute_url()}#start" if starts else race)
    except PersonalError:
        raise
    except RefusedError:
        messages.info(request, _("That day is over. Here are today's challenges."))
        return redirect("daily-leaderboard", day, game)


@require_POST
def practise(request: HttpRequest, day: date, game: str) -> HttpResponse:
    """Practise on a past challenge's deal, any number of times; a stranger becomes a guest."""
    daily = find_daily(day, game)
    try:
        return redirect(begin_practice(playing_visitor(request), daily.rules, daily.deal, now))
    except SecretDealError as error:
        messages.info(request, spoken(error.sentence))
        return redirect("daily-leaderboard", day, game)
