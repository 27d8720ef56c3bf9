"""The quick race: whoever wants one now meets whoever else does."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.engine import GAMES
from games.models.races.lobby import join_lobby
from games.pages.clock import now
from games.pages.guests import address_of, playing_visitor


@require_POST
def quick_race(request: HttpRequest) -> HttpResponse:
    """Take a seat in the lobby of a game; a visitor becomes a guest."""
    game = request.POST.get("game", "")
    if game not in GAMES:
        raise Http404(f"no game {game!r}")
    return redirect(join_lobby(playing_visitor(request), game, now, address_of(request)))
