"""Following those whom a player has just raced, on the page of the result."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import Entry, Follow, Player, Race
from games.models.races.entry import EntryQuerySet
from games.models.visibility import is_race_hidden_from
from games.pages.people.visitor import known_player
from games.pages.site.clock import now


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def following(request: HttpRequest, code: str) -> HttpResponse:
    """Show whom of a race the visitor could follow, as a fragment; with `player`, follow them."""
    race = get_object_or_404(Race, code=code.upper(), closed_at__isnull=False)
    player = known_player(request)
    if is_race_hidden_from(race, player, now()):
        raise Http404(f"no race {code!r} is over")
    others = _others(race, player)
    asked = request.POST.get("player")
    chosen = next((entry for entry in others if str(entry.player_id) == asked), None)
    if chosen is not None and player is not None:
        Follow.objects.begin(player, chosen.player)
    context = {
        "race": race,
        "followed": chosen,
        "offered": others.exclude(player__followed_by__follower=player),
    }
    return render(request, "people/following.html", context)


def _others(race: Race, player: Player | None) -> EntryQuerySet:
    """Return the entries of those in a race whom a player could follow."""
    seats = race.entries.told_apart()
    if player is None or player.guest or player.bot or not seats.filter(player=player).exists():
        return Entry.objects.none()
    people = seats.filter(player__guest=False, player__bot=False, player__is_active=True)
    return people.exclude(player=player).order_by("place", "seat")
