"""Downloading the record of a run."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.pages.races.runs import RemovedError, visible_run

REMOVED: Final = "The site has removed the moves of this run for their age. Its result stays.\n"


@require_safe
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the record of an entry as a file, if the visitor may see the run."""
    try:
        entry = visible_run(request, pk)
    except RemovedError:
        return HttpResponse(REMOVED, content_type="text/plain; charset=utf-8", status=410)
    name = f"{entry.race.code}-{entry.seat + 1}.txt"
    return HttpResponse(
        str(entry.record()),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
