"""The results on a deal that is no longer secret."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Race
from games.models.standings.booking import (
    bots_leaderboard_name,
    deal_leaderboard_name,
    practice_leaderboard_name,
)
from games.models.visibility import are_leaderboards_shown
from games.pages.deals.labels import title, variant
from games.pages.people.visitor import known_player
from games.pages.races.trial_page import TrialPage
from games.pages.races.visible_race import is_unknown, visible_race
from games.pages.site.clock import now
from games.pages.site.strangers import shared_by_strangers
from games.pages.standings.leaderboard_rows import page_of


@require_safe
@shared_by_strangers
def deal(request: HttpRequest, code: str) -> HttpResponse:
    """Show the leaderboards of a race's deal under its rules: one of races, one of practices."""
    player = known_player(request)
    try:
        race = visible_race(code, player)
    except Race.DoesNotExist:
        raise Http404(f"no race {code!r} for this visitor") from None
    trial = getattr(race.deal, "trial", None)
    if is_unknown(trial, player):
        raise Http404(f"no race {code!r} for this visitor")
    if (page := TrialPage.of(trial)) is not None:
        return redirect(page.address)
    if not are_leaderboards_shown(race, player, now()):
        messages.info(request, _("A race on this deal is still running."))
        return redirect(race)
    context = {
        "race": race,
        "title": title(race.rules),
        "variant": variant(race.rules),
        "page": page_of(
            deal_leaderboard_name(race.deal_id, race.rules), player, request.GET.get("after", "")
        ),
        "bots": page_of(
            bots_leaderboard_name(deal_leaderboard_name(race.deal_id, race.rules)), player
        ),
        "practice": page_of(practice_leaderboard_name(race.deal_id, race.rules), player),
    }
    return render(request, "standings/deal.html", context)
