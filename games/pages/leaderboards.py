"""Best times, a page for each game."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine import GAMES
from games.models import Entry
from games.pages.results import results

LINES = 50


@require_safe
def leaderboard(request: HttpRequest, game: str) -> HttpResponse:
    """Each player's best time in a game, the fastest first."""
    if game not in GAMES:
        raise Http404(f"no game {game!r}")
    context = {
        "game": game,
        "title": GAMES[game].title,
        "titles": {name: other.title for name, other in GAMES.items()},
        "results": results(Entry.objects.leaderboard(game)[:LINES]),
    }
    return render(request, "leaderboard.html", context)
