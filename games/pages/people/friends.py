"""Friends: the players whom a visitor follows, the followers, and who is online."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.engine import GAMES
from games.models import Follow, Player
from games.models.races.presence import Presence, presences
from games.pages.people.challenges import pending
from games.pages.people.visitor import account_required, required_player
from games.pages.site.clock import now
from games.racing import RefusedError
from games.spoken import spoken


@dataclass(frozen=True)
class Friend:
    """Another player, and that player's presence."""

    player: Player
    presence: Presence


@require_safe
@never_cache
@account_required
def friends(request: HttpRequest) -> HttpResponse:
    """Show the players whom the visitor follows, those online first, and other followers."""
    player = required_player(request)
    following = list(player.following.filter(is_active=True).order_by("name"))
    where = presences(following, now())
    fans = player.followers.filter(is_active=True).exclude(pk__in=[f.pk for f in following])
    context = {
        "friends": sorted(
            (Friend(other, where[other.pk]) for other in following),
            key=lambda friend: not friend.presence.online,
        ),
        "fans": fans.order_by("name"),
        "titles": {name: game.title for name, game in GAMES.items()},
        "challenges": pending(player),
    }
    return render(request, "people/friends.html", context)


@require_POST
@account_required
def follow(request: HttpRequest) -> HttpResponse:
    """Follow the player with a name."""
    name = request.POST.get("name", "").strip()
    found = Player.objects.find(name)
    if found is None:
        messages.error(
            request,
            _("No account is called “%(name)s”. Guests need to sign up first.") % {"name": name},
        )
    else:
        try:
            Follow.objects.begin(required_player(request), found)
        except RefusedError as error:
            messages.error(request, spoken(error.sentence))
    return redirect("friends")


@require_POST
@account_required
def unfollow(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop following a player."""
    Follow.objects.end(required_player(request), get_object_or_404(Player, pk=pk))
    return redirect("friends")
