"""Challenges: invite a friend to a race, or answer an invitation."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.engine import GAMES
from games.models import Challenge, Player
from games.pages.people.visitor import (
    address_of,
    known_player,
    player_required,
    required_player,
)
from games.pages.site.clock import now
from games.racing import RefusedError
from games.spoken import spoken


@dataclass(frozen=True)
class PendingChallenge:
    """A challenge that awaits an answer."""

    challenge: Challenge

    @property
    def title(self) -> str:
        """The title of the challenge's game."""
        return GAMES[self.challenge.race.game].title


def pending(player: Player | None) -> list[PendingChallenge]:
    """Return the challenges that a player can still accept; a stranger (None) has none."""
    if player is None:
        return []
    return [PendingChallenge(found) for found in Challenge.objects.pending(player, now())]


@require_safe
@never_cache
def challenges(request: HttpRequest) -> HttpResponse:
    """Show the visitor's pending challenges, as a fragment that the page polls."""
    context = {"challenges": pending(known_player(request))}
    return render(request, "people/challenges.html", context)


@require_POST
@player_required
def challenge(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a race and challenge a player to it."""
    player = required_player(request)
    game = request.POST.get("game", "")
    if game not in GAMES:
        messages.error(request, _("Choose a game for the challenge."))
        return redirect(_place_of(player))
    rival = get_object_or_404(Player.objects.filter(is_active=True), pk=pk)
    rules, address = f"{game}/standard", address_of(request)
    try:
        asked = Challenge.objects.open(player, rival, rules, now, address)
    except RefusedError as error:
        messages.error(request, spoken(error.sentence))
        return redirect(_place_of(player))
    told = _("Challenge sent to %(name)s. You can also share the link.")
    messages.success(request, told % {"name": rival.name})
    return redirect(asked.race)


@require_POST
@player_required
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Decline a challenge."""
    player = required_player(request)
    get_object_or_404(Challenge, pk=pk, challenged=player).decline(now())
    return redirect(_place_of(player))


def _place_of(player: Player) -> str:
    """Return the page where a player's challenges are: guests have no page of friends."""
    return "home" if player.guest else "friends"
