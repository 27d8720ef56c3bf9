"""Downloading the record of a run."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.pages.races.runs import visible_run


@require_safe
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the record of an entry as a file, if the visitor may see the run."""
    entry = visible_run(request, pk)
    name = f"{entry.race.code}-{entry.seat + 1}.txt"
    return HttpResponse(
        str(entry.record()),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
