"""Joining a race, and leaving one that waits."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.models import Player, Race
from games.models.people.refusals import PersonalError
from games.models.races.rematch import open_rematch
from games.models.races.transition import change_race, leave_unstarted
from games.pages.people.rename import arriving_visitor
from games.pages.people.visitor import address_of, player_required, required_player
from games.pages.races.no_race import no_such_race
from games.pages.site.clock import now
from games.pages.site.destinations import destination
from games.racing import RefusedError
from games.spoken import spoken


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Seat the visitor, who becomes a guest if a stranger; offer to watch if there is no seat."""
    if not Race.objects.filter(code=code.upper()).exists():
        return no_such_race(request, code)
    if request.method != "POST":
        # A refused form leaves its address in the bar, where it is opened again.
        return redirect("race", code.upper())
    player = arriving_visitor(request)
    if player is None:
        return redirect("race", code)
    try:
        found = _seat(player, code, address_of(request), accepts="rematch" in request.POST)
    except Race.DoesNotExist:
        return no_such_race(request, code)
    except PersonalError:
        raise
    except RefusedError as error:
        if error.code == "never-started":
            return no_such_race(request, code)
        messages.info(request, _("%(why)s You can watch.") % {"why": spoken(error.sentence)})
        return redirect("race", code.upper())
    return redirect(found)


@require_POST
@player_required
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give up the visitor's seat, and go on where they were; a race that runs is left at its table.

    A race that everyone has left is gone.
    """
    player = required_player(request)
    try:
        race, value = change_race(code, partial(leave_unstarted, player.pk), now)
    except Race.DoesNotExist:
        return no_such_race(request, code)
    except RefusedError as error:
        if error.code != "never-started":
            messages.error(request, spoken(error.sentence))
            return redirect("race", code.upper())
    else:
        if value.seat_of(player.pk) is not None:
            return redirect(race)
    messages.info(request, _("You've left the race."))
    return redirect(destination(request))


def _seat(player: Player, code: str, address: str, *, accepts: bool) -> Race:
    """Seat a player; one who accepts a rematch is ready at once."""
    before = Race.objects.filter(rematch__code=code.upper()).first() if accepts else None
    if before is not None:
        return open_rematch(before, player, now, address)
    return change_race(code, player.take_seat, now)[0]
