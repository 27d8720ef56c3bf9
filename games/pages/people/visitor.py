"""The visitor: everyone who plays is a player, with or without an account."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib.auth import login
from django.contrib.auth.decorators import user_passes_test
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import get_language

from games.addresses import counted_as
from games.engine import Sentence
from games.models import Player
from games.models.races.crowding import TooManyError
from games.models.races.identity import rename

SESSION_BACKEND = "django.contrib.auth.backends.ModelBackend"

account_required = user_passes_test(lambda user: isinstance(user, Player) and not user.guest)
"""A view decorator that sends guests and strangers to the log-in."""

player_required = user_passes_test(lambda user: isinstance(user, Player))
"""A view decorator that sends strangers to the log-in."""


def address_of(request: HttpRequest) -> str:
    """Return the address under which limits count a visitor."""
    return counted_as(request.META.get("REMOTE_ADDR", ""))


def known_player(request: HttpRequest) -> Player | None:
    """Return the session's player, or None for a stranger."""
    return request.user if isinstance(request.user, Player) else None


def required_player(request: HttpRequest) -> Player:
    """Return the session's player.

    :raises PermissionDenied: if there is none; `login_required` normally redirects before that.
    """
    player = known_player(request)
    if player is None:
        raise PermissionDenied
    return player


def playing_visitor(request: HttpRequest, name: str = "") -> Player:
    """Return the session's player, renamed if a name is given; a stranger becomes a guest.

    :raises TooManyError: if too many visitors from one address have become guests within an hour.
    :raises ValidationError: if the name is refused; a new guest stays logged in.
    """
    player = known_player(request)
    if player is None:
        if not ratelimit.consume(request, action="guest"):
            raise TooManyError(
                "too-many-guests",
                Sentence("Too many new guests on your network. Log in, or wait a while."),
            )
        player = Player.objects.create_guest(language=get_language() or "en")
        login(request, player, backend=SESSION_BACKEND)
    if name and name != player.name:
        rename(player, name)
    return player
