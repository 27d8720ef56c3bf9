"""What everybody may see of a player."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.models import Entry, Player
from games.pages.results import results

LATEST = 20


@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's name, a few figures and the latest races."""
    found = get_object_or_404(Player.objects.filter(is_active=True), pk=pk)
    played = Entry.objects.history(found.pk)
    context = {
        "player": found,
        "races": played.count(),
        "won": played.filter(state="won").count(),
        "first_places": played.filter(place=1, state="won").count(),
        "results": results(played[:LATEST]),
    }
    return render(request, "player.html", context)
