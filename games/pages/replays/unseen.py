"""What stands in the place of a run that is not shown."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.models import Entry
from games.models.visibility.access import is_race_hidden_from
from games.pages.clock import now
from games.pages.guests import known_player


def unseen(request: HttpRequest, pk: int) -> HttpResponse:
    """The way to the challenge that comes first, or that there is nothing to see."""
    entry = Entry.objects.filter(pk=pk).select_related("race__deal").first()
    if entry is not None and is_race_hidden_from(entry.race, known_player(request), now()):
        return render(request, "race/hidden.html", {"daily": entry.race.deal.daily}, status=403)
    return render(request, "replay/none.html", status=404)
