"""The strongest players of a game, by their ratings."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine import GAMES
from games.models import Rating
from games.models.standings.rating import SETTLED_AFTER
from games.pages.people.visitor import known_player
from games.pages.site.strangers import shared_by_strangers

LINES = 50


@require_safe
@shared_by_strangers
def ratings(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game's settled ratings, strongest first, and the visitor's own."""
    if game not in GAMES:
        raise Http404(f"no game {game!r}")
    player = known_player(request)
    bots = request.GET.get("who") == "bots"
    context = {
        "game": game,
        "title": GAMES[game].title,
        "titles": {name: other.title for name, other in GAMES.items()},
        "ratings": Rating.objects.best(game, bots=bots)[:LINES],
        "on_the_way": Rating.objects.filter(game=game, player__bot=False, races__gt=0).count(),
        "bots": bots,
        "own": player and Rating.objects.filter(player=player, game=game).first(),
        "settled_after": SETTLED_AFTER,
    }
    return render(request, "standings/ratings.html", context)
