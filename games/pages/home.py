"""The start page: pick a game and open a race, or join one by its code."""

from __future__ import annotations

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import tasks
from games.engine import GAMES
from games.models import Race
from games.models.races.lobby import waiting
from games.models.races.new_race import new_race
from games.pages.clock import now
from games.pages.forms import CodeForm, RaceForm
from games.pages.friends import pending
from games.pages.guests import address_of, known_player, playing_visitor
from games.pages.showcase import exhibits
from games.racing import Kind, RefusedError
from games.spoken import spoken


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the games; with a code in the query, go to its race."""
    if "code" not in request.GET:
        return _show(request, CodeForm())
    form = CodeForm(request.GET)
    if not form.is_valid():
        return _show(request, form, status=400)
    code = form.cleaned_data["code"]
    if not Race.objects.filter(code=code).exists():
        form.add_error(
            "code", _("There is no race %(code)s. Look at each letter again.") % {"code": code}
        )
        return _show(request, form, status=404)
    return redirect("race", code)


@require_POST
def open_race(request: HttpRequest) -> HttpResponse:
    """Open a race and seat whoever asks for it; a visitor becomes a guest."""
    game = request.POST.get("game", "")
    if game not in GAMES:
        return _show(request, CodeForm(), status=400)
    form = RaceForm(game, request.POST)
    if not form.is_valid():
        return _show(request, CodeForm(), form, status=400)
    try:
        race = new_race(
            playing_visitor(request),
            form.rules,
            now,
            countdown_s=form.cleaned_data["countdown"],
            limit_s=form.cleaned_data["limit"] * 60,
            helped=form.cleaned_data["helped"],
            watchable=form.cleaned_data["watchable"],
            wished=form.cleaned_data["difficulty"],
            kind=Kind.RANKED if form.cleaned_data["ranked"] else Kind.CASUAL,
            address=address_of(request),
        )
    except RefusedError as error:
        if error.code != "no-deal":
            raise
        form.add_error("ranked", spoken(error.sentence))
        return _show(request, CodeForm(), form, status=409)
    tasks.search_for(race)
    return redirect(race)


def _show(
    request: HttpRequest, code_form: CodeForm, sent: RaceForm | None = None, status: int = 200
) -> HttpResponse:
    games = exhibits(waiting(now()), sent)
    context = {
        "games": games,
        "tables": {game.name: game.table for game in games},
        "code_form": code_form,
        "challenges": pending(known_player(request)),
        "household": connection.vendor == "sqlite" and not settings.REDIS_URL,
    }
    return render(request, "home.html", context, status=status)
