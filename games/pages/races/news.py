"""What a page that stays open asks for: what the bell shows, and the player's race under way."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, JsonResponse
from django.template.loader import render_to_string
from django.urls import Resolver404, ResolverMatch, resolve
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Player, Round
from games.models.database.instants import to_datetime, to_ms
from games.pages.people.notices.bell import news_of
from games.pages.people.visitor import known_player
from games.pages.races.call import OFTEN, may_be_called
from games.pages.races.latest_races import latest_races
from games.pages.races.way_back import line_of, next_call, race_elsewhere
from games.pages.site.clock import now
from games.racing import SEATED

NOBODY: Final = {"count": "", "label": "", "latest": 0, "said": "", "race": "", "opens": None}


@require_safe
@never_cache
def news(request: HttpRequest) -> JsonResponse:
    """Send what is new to the visitor who looks at `page`."""
    player = known_player(request)
    if player is None:
        return JsonResponse(NOBODY)
    page = request.GET.get("page", "")
    told = news_of(player, page, request.GET.get("after", ""))
    shown = _shown(page)
    line = _line(request, player, page, shown)
    return JsonResponse({**told, "race": line, "opens": _opens(player, shown)})


def _line(request: HttpRequest, player: Player, page: str, shown: ResolverMatch | None) -> str:
    """Return the line that leads to the player's race, or calls to one; empty without one."""
    latest = latest_races(player)
    race = race_elsewhere(player, shown, now(), latest)
    context: dict[str, Any] = line_of(request, player, race, page, shown, latest)
    return render_to_string("races/way_back.html", context, request).strip()


def _shown(page: str) -> ResolverMatch | None:
    """Return what a path leads to; None if it leads nowhere."""
    try:
        return resolve(page)
    except Resolver404:
        return None


def _opens(player: Player, shown: ResolverMatch | None) -> int | None:
    """Return in how many milliseconds the player is, or may be, called next."""
    instant = now()
    again = instant + OFTEN if may_be_called(player, shown, instant) else None
    calls = (_next_table(player, instant), next_call(player, instant), again)
    return min((call - instant for call in calls if call is not None), default=None)


def _next_table(player: Player, instant: int) -> int | None:
    """Return when the player's next table in an event opens, if any does."""
    rounds = Round.objects.filter(
        event__called_off_at=None,
        event__participations__player=player,
        event__participations__left_at=None,
        seated_at=None,
    )
    ahead = rounds.filter(starts_at__gt=to_datetime(instant)).order_by("starts_at")
    start = ahead.values_list("starts_at", flat=True).first()
    return None if start is None else to_ms(start) - SEATED
