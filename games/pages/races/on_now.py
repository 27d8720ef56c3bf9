"""What is on now: a page of all public races, and the lists that it and the start page renew."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine import GAMES
from games.models import Player
from games.models.races.lobby import waiting, waits_in
from games.pages.people.visitor import known_player
from games.pages.races.public_races import (
    PAGE,
    ahead,
    events_ahead,
    events_on,
    latest,
    under_way,
)
from games.pages.site.clock import now
from games.pages.site.strangers import shared_by_strangers


@require_safe
@shared_by_strangers
def on_now(request: HttpRequest) -> HttpResponse:
    """List public races under way with everyone's progress, events, and what begins soon."""
    return _listed(request, "races/on_now.html")


@require_safe
@shared_by_strangers
def on_now_lists(request: HttpRequest) -> HttpResponse:
    """Show the lists of that page alone."""
    return _listed(request, "races/on_now_lists.html")


@require_safe
@shared_by_strangers
def on_now_latest(request: HttpRequest) -> HttpResponse:
    """Show the list of the start page alone."""
    races = latest(known_player(request), now())
    return render(request, "races/on_now_latest.html", {"races": races})


def _listed(request: HttpRequest, template: str) -> HttpResponse:
    instant = now()
    player = known_player(request)
    found = under_way(request.GET.get("page", ""), instant)
    context = {
        "running": found.races,
        "own": {
            race.code
            for race in found.races
            if player and any(runner.player == player.pk for runner in race.runners)
        },
        "events": events_on(instant) if found.number == 1 else (),
        "events_ahead": events_ahead(instant) if found.number == 1 else (),
        "ahead": ahead(instant) if found.number == 1 else (),
        "waiting": _waiting(player, instant) if found.number == 1 else (),
        "page": Paginator(range(found.count), PAGE).page(found.number),
    }
    return render(request, template, context)


def _waiting(player: Player | None, instant: int) -> list[dict[str, str]]:
    """Return the games in whose quick race another player waits for a second. Costs two queries."""
    here = waiting(instant)
    own = waits_in(player) if player and here else ()
    return [
        {"name": name, "title": game.title}
        for name, game in GAMES.items()
        # The race of two is about to start.
        if here.get(name) == 1 and name not in own
    ]
