"""The queue of the quick race: racing a ghost while waiting in it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models import GhostRace, Race
from games.models.races.transition import change_race
from games.pages.people.visitor import known_player, required_player
from games.pages.races.ghosts import SOLVER
from games.pages.site.clock import now
from games.racing import Kind, RefusedError
from games.spoken import spoken


@require_POST
def race_ghost(request: HttpRequest, code: str) -> HttpResponse:
    """Let a player who waits alone in a quick race play against a ghost; the place is kept."""
    player = required_player(request)
    try:
        GhostRace.objects.refuse_haste(code, player, now())
        waiting, value = change_race(code, lambda race, now: race.step_out(player.pk, now), now)
    except Race.DoesNotExist:
        raise Http404(f"no race {code!r}") from None
    except RefusedError as error:
        messages.info(request, spoken(error.sentence))
        return redirect("race", code)
    seat = value.seat_of(player.pk)
    if seat is None or not seat.elsewhere:
        # Someone has just come.
        return redirect(waiting)
    met = GhostRace.objects.begin(waiting, player, now)
    if met is None:
        messages.info(request, _("There's no recording to race yet."))
        return redirect(waiting)
    ghost = SOLVER if met.ghost_id is None else met.ghost_id
    query = urlencode({"ghost": ghost, "queue": waiting.code})
    return redirect(f"{met.race.get_absolute_url()}?{query}")


def queue(request: HttpRequest, race: Race) -> Race | None:
    """Return the quick race in which the player of this practice waits meanwhile, if any."""
    player = known_player(request)
    if player is None or race.kind != Kind.SOLO:
        return None
    code = request.GET.get("queue", "").upper()
    waiting = Race.objects.filter(code=code, gather_s__isnull=False, dealt_at=None)
    return waiting.filter(entries__player=player).first()
