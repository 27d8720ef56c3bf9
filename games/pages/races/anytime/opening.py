"""Opening an any-time race, and its rematch."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import tasks
from games.engine import GAMES
from games.models import AnytimeRace, Proof
from games.models.people.refusals import PersonalError
from games.models.play.anytime_rematch import open_anytime_rematch
from games.pages.deals.small_board import covered_board
from games.pages.people.visitor import address_of, known_player, playing_visitor
from games.pages.races.anytime.card import found_anytime
from games.pages.races.anytime.form import AnytimeForm
from games.pages.races.usual_game import usual_game
from games.pages.site.clock import now
from games.racing import RefusedError
from games.spoken import spoken


@require_http_methods(["GET", "HEAD", "POST"])
def open_anytime(request: HttpRequest) -> HttpResponse:
    """Choose the terms, and open an any-time race; a stranger becomes a guest."""
    sent = request.POST if request.method == "POST" else request.GET
    game = sent.get("game", "")
    if game not in GAMES:
        player = known_player(request)
        form = AnytimeForm.first(usual_game(player), player)
        return _show(request, form, status=400 if game else 200)
    if request.method != "POST":
        return _show(request, AnytimeForm.first(game, known_player(request)))
    form = AnytimeForm(game, request.POST)
    if not form.is_valid():
        return _show(request, form, status=400)
    host = playing_visitor(request)
    terms = form.terms
    try:
        found = AnytimeRace.objects.open_for(host, terms, now, address_of(request))
    except PersonalError:
        raise
    except RefusedError as error:
        form.add_error(None, _why(error, terms.rules, terms.wished_difficulty))
        return _show(request, form, status=409, awaits_deal=error.code == "no-deal")
    return redirect(found)


@require_POST
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Open the race that follows one that is over, or go to it if another has opened it."""
    of = found_anytime(code)
    player = known_player(request)
    if player is None:
        return redirect(of)
    try:
        return redirect(open_anytime_rematch(of, player, now, address_of(request)))
    except PersonalError:
        raise
    except RefusedError as error:
        messages.info(request, _why(error, of.trial.rules))
        return redirect(of)


def _why(error: RefusedError, rules: str, wished_difficulty: str = "") -> str:
    """Return why a race wasn't opened; if no deal was ready, one is searched for."""
    if error.code != "no-deal":
        return spoken(error.sentence)
    tasks.search_deal(rules, wished_difficulty)
    return _(
        "No secret deal is ready for these rules yet. One is being searched for: keep this page, "
        "and open the race again in a minute."
    )


def _show(
    request: HttpRequest, form: AnytimeForm, status: int = 200, *, awaits_deal: bool = False
) -> HttpResponse:
    _prepare(f"{form.game}/standard")
    context = {
        "form": form,
        "awaits_deal": awaits_deal,
        "title": GAMES[form.game].title,
        "board": covered_board(form.game),
        "titles": {name: game.title for name, game in GAMES.items()},
    }
    return render(request, "races/anytime/new.html", context, status=status)


def _prepare(rules: str) -> None:
    """Have a deal searched for while the visitor chooses, if none is ready.

    In a site's first minutes the dailies take the first ones.
    """
    if not Proof.objects.stock(rules).exists():
        tasks.search_deal(rules, "")
