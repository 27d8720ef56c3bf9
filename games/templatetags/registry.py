"""The registry of games, for templates."""

from __future__ import annotations

from django import template
from django.http import HttpRequest

from games.pages.people.visitor import known_player
from games.pages.races.usual_game import usual_game

register = template.Library()


@register.simple_tag(takes_context=True)
def likely_game(context: template.Context) -> str:
    """Return the name of the visitor's latest game, or the first, where a link has to choose."""
    if "usual" in context:
        # The page has found out already.
        return str(context["usual"])
    request: HttpRequest | None = context.get("request")
    player = known_player(request) if request is not None and hasattr(request, "user") else None
    return usual_game(player)
