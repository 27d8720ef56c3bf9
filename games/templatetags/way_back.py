"""The link back to the visitor's current race, on every page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template
from django.http import HttpRequest

from games.models import Race
from games.pages.people.visitor import known_player
from games.pages.races.latest_races import LatestRace, latest_races
from games.pages.races.way_back import line_of, race_elsewhere
from games.pages.site.clock import now

register = template.Library()


@register.inclusion_tag("races/way_back.html", takes_context=True)
def way_back(context: template.Context) -> dict[str, Any]:
    """Return the visitor's current race, unless closed or this is the page of a race."""
    request: HttpRequest | None = context.get("request")
    if request is None or not hasattr(request, "user") or _is_race(request):
        return {"race": None}
    player = known_player(request)
    if player is None:
        return {"race": None}
    shown = request.resolver_match
    found: Race | None
    # The start page has found it already, and to save a query it leaves ended races to the bell.
    latest: Sequence[LatestRace] = ()
    if "under_way" in context:
        found = context["under_way"]
    else:
        latest = latest_races(player)
        found = race_elsewhere(player, shown, now(), latest)
    return line_of(request, player, found, request.get_full_path(), shown, latest)


def _is_race(request: HttpRequest) -> bool:
    return request.resolver_match is not None and request.resolver_match.url_name == "race"
