"""The page of an event to project: standings and tables, readable from across a room."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.live.protocol import VERSIONS
from games.models import Event, Round
from games.pages.deals.counting import counting
from games.pages.deals.labels import full_title
from games.pages.races.invitation import Invitation
from games.pages.site.strangers import shared_by_strangers

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
            "race": f"/ws/race/{ANY_CODE}/{asked}&presence=none",
            "rounds": [_round(one) for one in event.rounds.order_by("number")],
        },
    }
    return render(request, "races/screen.html", context)


def _round(one: Round) -> dict[str, Any]:
    """Return what the page says of a round's game and length."""
    words = counting(one.rules)
    return {
        "title": full_title(one.rules),
        "length": _("%(n)s min") % {"n": one.limit_s // 60},
        "result": str(words.result),
        "nothing": str(words.nothing),
        "nothing_more": str(words.nothing_more),
    }
