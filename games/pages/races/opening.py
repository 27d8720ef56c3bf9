"""Opening a race with one's own options: the form, and what it does."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games import tasks
from games.engine import GAMES
from games.models.races.new_race import new_race
from games.pages.people.visitor import address_of, known_player, playing_visitor
from games.pages.races.race_form import RaceForm
from games.pages.races.usual_game import usual_game
from games.pages.site.clock import now
from games.racing import RefusedError
from games.spoken import spoken


@require_safe
def opening(request: HttpRequest) -> HttpResponse:
    """Show the options of a new race, of the game in the query."""
    game = request.GET.get("game", "")
    if game in GAMES:
        return _show(request, RaceForm(game))
    return _show(request, RaceForm(usual_game(known_player(request))), status=400 if game else 200)


@require_POST
def open_race(request: HttpRequest) -> HttpResponse:
    """Open a race and seat the visitor as its host; a stranger becomes a guest."""
    game = request.POST.get("game", "")
    if game not in GAMES:
        return _show(request, RaceForm(usual_game(known_player(request))), status=400)
    form = RaceForm(game, request.POST)
    if not form.is_valid():
        return _show(request, form, status=400)
    try:
        race = new_race(
            playing_visitor(request),
            form.rules,
            now,
            form.race_options,
            address=address_of(request),
        )
    except RefusedError as error:
        if error.code != "no-deal":
            raise
        form.add_error("ranked", spoken(error.sentence))
        return _show(request, form, status=409)
    tasks.search_for(race)
    return redirect(race)


def _show(request: HttpRequest, form: RaceForm, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "title": GAMES[form.game].title,
        "titles": {name: game.title for name, game in GAMES.items()},
    }
    return render(request, "races/opening.html", context, status=status)
