"""Opening a race, by default with the standard rules; the host changes it in the room."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import tasks
from games.engine import GAMES
from games.models.races.new_race import new_race
from games.pages.people.visitor import address_of, playing_visitor
from games.pages.races.home import show_home
from games.pages.races.race_form import RaceForm
from games.pages.site.clock import now
from games.racing import RefusedError
from games.spoken import spoken


@require_POST
def open_race(request: HttpRequest) -> HttpResponse:
    """Open a race and seat the visitor as its host; a stranger becomes a guest."""
    game = request.POST.get("game", "")
    if game not in GAMES:
        return _refuse(request, _("There's no game of that name. Choose one of these."))
    form = RaceForm(game, request.POST)
    if not form.is_valid():
        wrong = next(iter(form.errors.values()))
        return _refuse(request, str(wrong[0]))
    options = form.race_options
    if "difficulty" not in request.POST:
        options = replace(options, wished_difficulty=None)
    try:
        host = playing_visitor(request)
        race = new_race(host, form.rules, now, options, address=address_of(request))
    except RefusedError as error:
        if error.code not in ("no-deal", "bad-start"):
            raise
        return _refuse(request, spoken(error.sentence), status=409)
    tasks.search_for(race)
    return redirect(race)


def _refuse(request: HttpRequest, why: str, status: int = 400) -> HttpResponse:
    messages.error(request, why)
    return show_home(request, status=status)
