"""The link back to the visitor's current race, on every page."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest

from games.pages.people.visitor import known_player
from games.pages.races.way_back import race_under_way
from games.pages.site.clock import now

register = template.Library()


@register.inclusion_tag("races/way_back.html", takes_context=True)
def way_back(context: template.Context) -> dict[str, Any]:
    """Return the visitor's current race, unless this is its page or calls from it."""
    request: HttpRequest | None = context.get("request")
    player = known_player(request) if request is not None and hasattr(request, "user") else None
    race = race_under_way(player, now()) if player is not None else None
    here = request.path if request is not None else ""
    if race is not None and (here == race.get_absolute_url() or context.get("queue")):
        race = None
    return {"race": race}
