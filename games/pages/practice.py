"""Practice: a deal for oneself, and the ones that go on."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.engine import GAMES
from games.models import Deal, Entry, Player, Race
from games.models.deals.deal import KEY_BYTES
from games.models.people.refusals import PersonalError
from games.models.visibility.helping import help_later
from games.models.visibility.practice import begin_practice, bring_deal, choose_deal, practise_on
from games.pages.clock import now
from games.pages.forms import Draw, PracticeForm
from games.pages.guests import known_player, playing_visitor
from games.pages.results import results
from games.racing import RefusedError
from games.spoken import spoken

LATEST = 5


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """Choose a deal; with `race`, begin at once on the deal of a race that is over."""
    if request.method == "POST" and "race" in request.POST:
        return _on_deal_of(request, request.POST["race"])
    sent = request.POST if request.method == "POST" else request.GET
    game = sent.get("game", "")
    if game not in GAMES:
        return _show(request, PracticeForm(next(iter(GAMES))), status=400 if game else 200)
    if request.method != "POST":
        return _show(request, PracticeForm(game))
    form = PracticeForm(game, request.POST)
    if not form.is_valid():
        return _show(request, form, status=400)
    player = playing_visitor(request)
    try:
        race = begin_practice(player, form.rules, lambda: _deal(form, player), now)
    except PersonalError:
        raise
    except RefusedError as error:
        form.add_error("deal", spoken(error.sentence))
    else:
        if (why := help_later(race.deal, now())) is not None:
            messages.info(request, spoken(why))
        return redirect(race)
    return _show(request, form, status=400)


def _deal(form: PracticeForm, player: Player) -> Deal:
    """The deal asked for, of a valid form; any where none is proven."""
    given = form.cleaned_data
    if given["draw"] == Draw.BROUGHT:
        return bring_deal(given["deal"], player, now())
    if given["draw"] != Draw.ANY:
        if deal := choose_deal(form.rules, player, now(), secrets.token_bytes):
            return deal
    return Deal.objects.draw(secrets.token_bytes(KEY_BYTES))


def _on_deal_of(request: HttpRequest, code: str) -> HttpResponse:
    try:
        race = Race.objects.find(code)
    except Race.DoesNotExist:
        return _show(request, PracticeForm(next(iter(GAMES))), status=404)
    try:
        begun = practise_on(race, playing_visitor(request), now)
    except PersonalError:
        raise
    except RefusedError as error:
        messages.error(request, spoken(error.sentence))
        return redirect(race)
    return redirect(begun)


def _show(request: HttpRequest, form: PracticeForm, status: int = 200) -> HttpResponse:
    player = known_player(request)
    going_on = Entry.objects.going_on(player.pk) if player else Entry.objects.none()
    context = {
        "form": form,
        "title": GAMES[form.game].title,
        "titles": {name: game.title for name, game in GAMES.items()},
        "going_on": results(going_on[:LATEST]),
    }
    return render(request, "practice.html", context, status=status)
