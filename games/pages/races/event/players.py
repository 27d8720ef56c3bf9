"""The players of an event as its organiser sees them, who may remove them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import Event, Player
from games.models.play.event_removal import remove_player
from games.models.visibility import removable
from games.pages.people.visitor import account_required, required_player
from games.pages.races.event.views import find_event
from games.pages.site.clock import now
from games.racing import RefusedError
from games.spoken import spoken


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def players(request: HttpRequest, code: str) -> HttpResponse:
    """List the players of an event for its organiser, or remove one."""
    found = find_event(code)
    organiser = required_player(request)
    if found.organiser_id != organiser.pk:
        messages.error(request, _("Only the organiser can change the event."))
        return redirect(found)
    if request.method == "POST":
        _remove(request, found, organiser)
        return redirect("event-players", found.code)
    known = removable(found).filter(removed_at=None).select_related("player")
    shown = sorted(known, key=lambda one: (one.left_at is not None, one.player.name.casefold()))
    context = {"event": found, "players": shown}
    return render(request, "races/event/players.html", context)


def _remove(request: HttpRequest, event: Event, organiser: Player) -> None:
    given = request.POST.get("player", "")
    # Only a number of a player is looked up: a database may refuse other text.
    number = int(given) if given.isascii() and given.isdigit() and len(given) < 10 else 0
    try:
        remove_player(event, organiser, number, now)
    except RefusedError as error:
        messages.error(request, spoken(error.sentence))
    else:
        messages.success(request, _("The player was removed."))
