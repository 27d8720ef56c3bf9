"""The quick race, which matches visitors who want to race now."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.engine import GAMES
from games.models.races.lobby import join_lobby
from games.pages.people.visitor import address_of, playing_visitor
from games.pages.site.clock import now


@require_POST
def quick_race(request: HttpRequest) -> HttpResponse:
    """Seat the visitor in a game's lobby; a stranger becomes a guest."""
    game = request.POST.get("game", "")
    if game not in GAMES:
        raise Http404(f"no game {game!r}")
    return redirect(join_lobby(playing_visitor(request), game, now, address_of(request)))
