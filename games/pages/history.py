"""The races that the visitor has played."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.models import Entry
from games.pages.guests import known_player
from games.pages.results import results

PAGE = 30


@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Every race that is over, the newest first; guests have a history too."""
    player = known_player(request)
    entries = Entry.objects.history(player.pk) if player else Entry.objects.none()
    page = Paginator(entries, PAGE).get_page(request.GET.get("page"))
    return render(request, "history.html", {"page": page, "results": results(page.object_list)})
