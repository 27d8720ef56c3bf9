"""The bell in the header of every page."""

from __future__ import annotations

from typing import Any

from django import template
from django.http import HttpRequest

from games.pages.people.account.guests import guest_of
from games.pages.people.notices.bell import bell_of
from games.pages.people.visitor import known_player

register = template.Library()


@register.inclusion_tag("people/notices/bell.html", takes_context=True)
def bell(context: template.Context) -> dict[str, Any]:
    """Return the visitor's bell; strangers have none."""
    request: HttpRequest | None = context.get("request")
    if request is None or not hasattr(request, "user"):
        return {"bell": None}
    player = known_player(request) or guest_of(request)
    return {"bell": None if player is None else bell_of(player, request.path)}
