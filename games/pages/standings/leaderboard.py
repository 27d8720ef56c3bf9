"""Best times: a leaderboard for each preset of a game and each period."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.engine import GAMES
from games.models import Follow
from games.models.standings.booking import bots_leaderboard_name, period_leaderboard_names
from games.pages.deals.labels import variant
from games.pages.howto.links import help_url
from games.pages.people.visitor import known_player
from games.pages.site.clock import now
from games.pages.site.strangers import shared_by_strangers
from games.pages.standings.leaderboard_rows import friends_of, page_of
from games.pages.standings.mark import Mark

PERIODS = {"day": _("Today"), "week": _("This week"), "all": _("All time")}


@require_safe
@shared_by_strangers
def leaderboard(
    request: HttpRequest, game: str, preset: str = "standard", period: str = "all"
) -> HttpResponse:
    """Show each player's best time under a preset's rules, fastest first."""
    if game not in GAMES or preset not in GAMES[game].presets or period not in PERIODS:
        raise Http404("no such leaderboard")
    rules = f"{game}/{preset}"
    player = known_player(request)
    name = period_leaderboard_names(rules, now())[period]
    follows = player is not None and Follow.objects.filter(follower=player).exists()
    who = request.GET.get("who")
    friends, bots = follows and who == "friends", who == "bots"
    if bots:
        name = bots_leaderboard_name(name)
    page = (
        friends_of(name, player)
        if friends and player is not None
        else page_of(name, player, request.GET.get("after", ""))
    )
    context = {
        "game": game,
        "preset": preset,
        "period": period,
        "title": GAMES[game].title,
        "variant": variant(rules),
        "help": help_url(rules),
        "titles": {other: GAMES[other].title for other in GAMES},
        "presets": {other: variant(f"{game}/{other}") for other in GAMES[game].presets},
        "periods": PERIODS,
        "follows": follows,
        "friends": friends,
        "bots": bots,
        "page": page,
        "mark": None if page.rows else Mark.of(rules),
    }
    return render(request, "standings/leaderboard.html", context)
