"""A deal that is no secret any more: how everybody has fared on it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Race
from games.models.standings.booking import deal_board, practice_board
from games.models.visibility.access import are_boards_shown
from games.pages.clock import now
from games.pages.guests import known_player
from games.pages.labels import title, variant
from games.pages.lines import page_of


@require_safe
def deal(request: HttpRequest, code: str) -> HttpResponse:
    """The boards of the deal of a race under its rules: of those who raced, and who practised."""
    race = get_object_or_404(Race.objects.select_related("deal__daily"), code=code.upper())
    if daily := getattr(race.deal, "daily", None):
        return redirect("daily-board", daily.day, daily.game)
    player = known_player(request)
    if not are_boards_shown(race, player, now()):
        messages.info(request, _("A race on this deal is still running."))
        return redirect(race)
    context = {
        "race": race,
        "title": title(race.rules),
        "variant": variant(race.rules),
        "page": page_of(deal_board(race.deal_id, race.rules), player, request.GET.get("after", "")),
        "practice": page_of(practice_board(race.deal_id, race.rules), player),
    }
    return render(request, "deal.html", context)
