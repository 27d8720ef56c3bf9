"""Who a visitor is: everybody who plays is a player, with or without an account."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib.auth import login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from games.addresses import counted_as
from games.engine import Sentence
from games.models import Player
from games.models.races.crowding import TooManyError
from games.models.races.identity import rename

SESSION_BACKEND = "django.contrib.auth.backends.ModelBackend"


def address_of(request: HttpRequest) -> str:
    """Return what the address of a visitor is counted as."""
    return counted_as(request.META.get("REMOTE_ADDR", ""))


def known_player(request: HttpRequest) -> Player | None:
    """The player of this session, None for somebody who only looks."""
    return request.user if isinstance(request.user, Player) else None


def required_player(request: HttpRequest) -> Player:
    """The player of this session.

    :raises PermissionDenied: if there is none; `login_required` leads them to the log-in before.
    """
    player = known_player(request)
    if player is None:
        raise PermissionDenied
    return player


def playing_visitor(request: HttpRequest, name: str = "") -> Player:
    """The player of this session; a visitor who had none becomes a guest, by that name if given.

    :raises TooManyError: if too many visitors of one address became guests in an hour.
    :raises ValidationError: if the name cannot be taken; the visitor is known all the same.
    """
    player = known_player(request)
    if player is None:
        if not ratelimit.consume(request, action="guest"):
            raise TooManyError(
                "too-many-guests",
                Sentence("Too many have begun to play from your address. Wait, or log in."),
            )
        player = Player.objects.create_guest()
        login(request, player, backend=SESSION_BACKEND)
    if name and name != player.name:
        rename(player, name)
    return player
