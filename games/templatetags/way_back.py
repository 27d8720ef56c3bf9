"""The way back to a race, in the frame of every page."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest

from games.pages.clock import now
from games.pages.guests import known_player
from games.pages.way_back import race_under_way

register = template.Library()


@register.inclusion_tag("way_back.html", takes_context=True)
def way_back(context: template.Context) -> dict[str, Any]:
    """Return the visitor's race that is under way, unless this is its page."""
    request: HttpRequest | None = context.get("request")
    player = known_player(request) if request is not None and hasattr(request, "user") else None
    race = race_under_way(player, now()) if player is not None else None
    if request is not None and race is not None and request.path == race.get_absolute_url():
        race = None
    return {"race": race}
