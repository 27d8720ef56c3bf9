"""Charts as parts of pages."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.models import Entry, Race
from games.models.visibility.access import replayable_by
from games.pages.charts.progress import progress_chart
from games.pages.clock import now
from games.pages.counting import counting
from games.pages.guests import known_player


@require_safe
def progress(request: HttpRequest, code: str) -> HttpResponse:
    """Everybody's progress in a race that is over, to be put into its page."""
    player = known_player(request)
    entries = Entry.objects.filter(replayable_by(player, now()), race__code=code.upper())
    found = Race.objects.filter(code=code.upper(), closed_at__isnull=False).first()
    if found is None:
        raise Http404(f"no race {code!r} is over")
    played = entries.select_related("player", "race__deal").prefetch_related("actions")
    chart = progress_chart(played, None if player is None else player.pk)
    context = {"chart": chart, "counting": counting(found.rules)}
    return render(request, "race/progress.html", context)
