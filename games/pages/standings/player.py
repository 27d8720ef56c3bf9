"""A player's public page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.models import Entry, Follow, Player
from games.models.play.rivals import scores
from games.models.races.entry import EntryQuerySet
from games.models.visibility import is_profile_hidden_from, seen_by
from games.pages.people.visitor import known_player
from games.pages.races.match_words import matches_of
from games.pages.races.results import GONE, results_among_rivals
from games.pages.site.clock import now
from games.pages.site.strangers import shared_by_strangers
from games.pages.standings.profile import profile
from games.pages.standings.rating_charts import rating_charts
from games.racing import Kind

LATEST = 20


@require_safe
@shared_by_strangers
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a player's name, a few figures and the latest races, unless they are private."""
    active = Player.objects.filter(is_active=True).select_related("owner")
    found = get_object_or_404(active, pk=pk)
    visitor = known_player(request)
    if is_profile_hidden_from(found, visitor):
        return render(request, "standings/player.html", {"player": found, "hidden": True})
    instant = now()
    played = (
        Entry.objects.history(found.pk)
        .filter(seen_by(visitor, instant))
        .exclude(race__kind=Kind.SOLO)
    )
    counted = played.counted()
    context: dict[str, Any] = {
        "profile": profile(played, timezone.now().date(), request.GET.get("rules", "")),
        "player": found,
        "ratings": rating_charts(found),
        "races": counted.count(),
        "won": counted.filter(state="won").count(),
        "first_places": _first_places(counted.among_people(found)),
        "results": results_among_rivals(played[:LATEST], instant),
        "matches": matches_of(found, visitor),
    }
    if visitor is not None and visitor != found:
        context["score"] = scores(visitor, [found], instant)[found.pk]
        context["may_follow"] = not (visitor.guest or found.guest or found.bot)
        context["followed"] = Follow.objects.between(visitor, found).exists()
    return render(request, "standings/player.html", context)


def _first_places(entries: EntryQuerySet) -> int:
    """Return how many races were won by who stayed and brought a card home. Costs a query."""
    first = entries.filter(place=1, progress_at__gt=0)
    return first.exclude(state__in=GONE).count()
