"""The page of an event to project: standings and tables, readable from across a room."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.live.protocol import VERSIONS
from games.models import Event
from games.pages.races.invitation import Invitation
from games.pages.site.strangers import shared_by_strangers
from games.racing import DELAY

ANY_CODE: Final = "CODE"
"""Stands for a race's code in the address of its socket."""


@require_safe
@shared_by_strangers
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Show an event for a projector; everything on it comes by the event's socket."""
    event = Event.objects.filter(code=code.upper()).first()
    if event is None:
        raise Http404(f"no event {code!r}")
    asked = f"?v={VERSIONS[-1]}&language={get_language()}"
    context = {
        "event": event,
        "invitation": (invitation := Invitation.to(event, request)),
        # Without the scheme, which nobody types.
        "address": invitation.link.partition("://")[2].rstrip("/"),
        "page": {
            "socket": f"/ws/event/{event.code}/{asked}",
            "race": f"/ws/race/{ANY_CODE}/{asked}",
            "delay": DELAY,
        },
    }
    return render(request, "races/screen.html", context)
