"""What a race came to beyond its own table: in an any-time race, or in a round of an event."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.models import Player, Race
from games.models.play.anytime_seats import may_close_seats
from games.pages.people.visitor import known_player
from games.pages.races.anytime.card import AnytimeCard, cards
from games.pages.races.anytime.views import rematch
from games.pages.races.event.card import card
from games.pages.races.table_of import TableOf
from games.pages.races.visible_race import finished_race
from games.pages.site.clock import now
from games.racing import Kind


@require_safe
def outcome(request: HttpRequest, code: str) -> HttpResponse:
    """Show what changes on the result of a race after it, as a fragment for its page."""
    player = known_player(request)
    found = finished_race(code, player)
    table = TableOf.find(found)
    attempt = _attempt(found, player)
    context: dict[str, Any] = {"card": attempt}
    if attempt is not None:
        context |= rematch(attempt, player)
        context["may_close_seats"] = may_close_seats(attempt, player)
    if table is not None:
        event = card(table.event, player, now())
        context |= {"table": table, "event": event, "round": event.own_round(table.number)}
    return render(request, "races/race/outcome.html", context)


def _attempt(race: Race, player: Player | None) -> AnytimeCard | None:
    """Return the any-time race that this is the player's own attempt at; None of any other."""
    if race.kind != Kind.ANYTIME or player is None or race.attempt.player_id != player.pk:
        return None
    (found,) = cards([race.attempt.trial.anytime], player, now())
    return found
