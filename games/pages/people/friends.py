"""Friends: the players whom a visitor follows, the followers, and who is online."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.engine import GAMES
from games.models import Follow, Player
from games.models.play.rivals import Rivalry, rivalries
from games.models.races.presence import Presence, presences
from games.pages.people.challenges import pending
from games.pages.people.visitor import account_required, required_player
from games.pages.site.clock import now
from games.racing import RefusedError
from games.spoken import spoken

LATELY: Final = 12
"""How many people to list who were raced lately."""


@dataclass(frozen=True)
class Friend:
    """Another player, that player's presence, and the races against the visitor."""

    player: Player
    presence: Presence
    rivalry: Rivalry | None


@require_safe
@never_cache
@account_required
def friends(request: HttpRequest) -> HttpResponse:
    """Show the players whom the visitor follows, those online first, and other followers."""
    player = required_player(request)
    instant = now()
    following = list(player.following.filter(is_active=True).order_by("name"))
    where = presences(following, instant)
    raced = {
        rivalry.rival: rivalry for rivalry in rivalries(player, LATELY + len(following), instant)
    }
    known = [friend.pk for friend in following]
    fans = list(player.followers.filter(is_active=True).exclude(pk__in=known).order_by("name"))
    context = {
        "friends": sorted(
            (Friend(other, where[other.pk], raced.get(other)) for other in following),
            key=lambda friend: not friend.presence.online,
        ),
        "raced": [raced[other] for other in raced if other not in following][:LATELY],
        "fans": fans,
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
        _follow(request, found)
    return redirect("friends")


@require_POST
@account_required
def follow_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Follow a player whom a page names."""
    _follow(request, get_object_or_404(Player, pk=pk))
    return redirect("friends")


@require_POST
@account_required
def unfollow(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop following a player."""
    Follow.objects.end(required_player(request), get_object_or_404(Player, pk=pk))
    return redirect("friends")


def _follow(request: HttpRequest, other: Player) -> None:
    try:
        Follow.objects.begin(required_player(request), other)
    except RefusedError as error:
        messages.error(request, spoken(error.sentence))
