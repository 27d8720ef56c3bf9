"""The results on a deal that is no longer secret."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Player, Race
from games.models.standings.booking import (
    bots_leaderboard_name,
    deal_leaderboard_name,
    practice_leaderboard_name,
)
from games.models.visibility import are_leaderboards_shown, is_private_from
from games.pages.deals.labels import title, variant
from games.pages.people.visitor import known_player
from games.pages.races.trial_page import TrialPage
from games.pages.site.clock import now
from games.pages.site.strangers import shared_by_strangers
from games.pages.standings.leaderboard_rows import page_of
from games.racing import Kind


@require_safe
@shared_by_strangers
def deal(request: HttpRequest, code: str) -> HttpResponse:
    """Show the leaderboards of a race's deal under its rules: one of races, one of practices."""
    race = get_object_or_404(Race.objects.select_related("deal__trial"), code=code.upper())
    player = known_player(request)
    if is_private_from(race, player) or _is_unknown(race, player):
        raise Http404(f"no race {code!r} for this visitor")
    if (page := TrialPage.of(getattr(race.deal, "trial", None))) is not None:
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


def _is_unknown(race: Race, player: Player | None) -> bool:
    """Tell whether a race is an attempt at an any-time race of which only its link tells."""
    if race.kind != Kind.ANYTIME:
        return False
    return not race.attempt.trial.anytime.is_known_to(player)
