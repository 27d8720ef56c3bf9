"""Friends: whom one follows, who is here, who asks for a race."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import user_passes_test
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.engine import GAMES
from games.models import Challenge, Follow, Player
from games.models.races.presence import Presence, presences
from games.pages import labels
from games.pages.clock import now
from games.pages.guests import known_player, required_player
from games.racing import RefusedError
from games.spoken import spoken

account_required = user_passes_test(lambda user: isinstance(user, Player) and not user.guest)
"""Friends find each other by their accounts; a guest is led to the log-in."""


@dataclass(frozen=True)
class Friend:
    """Another player, and what is known of where that player is."""

    player: Player
    presence: Presence


@require_safe
@never_cache
@account_required
def friends(request: HttpRequest) -> HttpResponse:
    """Those whom the visitor follows, the present ones first, and those who follow the visitor."""
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
    return render(request, "friends.html", context)


@require_POST
@account_required
def follow(request: HttpRequest) -> HttpResponse:
    """Follow the player of a name."""
    name = request.POST.get("name", "").strip()
    found = Player.objects.find(name)
    if found is None:
        messages.error(
            request,
            _("There is no account “%(name)s”. Guests have none; ask them to sign up.")
            % {"name": name},
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
    """Follow a player no more."""
    Follow.objects.end(required_player(request), get_object_or_404(Player, pk=pk))
    return redirect("friends")


@require_POST
@account_required
def challenge(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a race and ask a player to come to it."""
    game = request.POST.get("game", "")
    if game not in GAMES:
        messages.error(request, _("Choose a game for the challenge."))
        return redirect("friends")
    rival = get_object_or_404(Player.objects.filter(is_active=True), pk=pk)
    try:
        asked = Challenge.objects.open(required_player(request), rival, f"{game}/standard", now)
    except RefusedError as error:
        messages.error(request, spoken(error.sentence))
        return redirect("friends")
    told = _("Challenge sent to %(name)s. You can also share the link.")
    messages.success(request, told % {"name": rival.name})
    return redirect(asked.race)


@require_POST
@account_required
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Say no to a challenge."""
    get_object_or_404(Challenge, pk=pk, challenged=required_player(request)).decline(now())
    return redirect("friends")


@require_safe
@never_cache
def challenges(request: HttpRequest) -> HttpResponse:
    """The challenges that wait for the visitor, as a piece of a page that asks again and again."""
    return render(request, "challenges.html", {"challenges": pending(known_player(request))})


@dataclass(frozen=True)
class Asked:
    """A challenge that waits for its answer."""

    challenge: Challenge

    @property
    def title(self) -> str:
        """The game that is asked for."""
        return labels.title(self.challenge.race.rules)


def pending(player: Player | None) -> list[Asked]:
    """The challenges that a player, or None for a stranger, can still take up."""
    if player is None or player.guest:
        return []
    return [Asked(found) for found in Challenge.objects.pending(player, now())]
