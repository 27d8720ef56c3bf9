"""Who a visitor is: everybody who plays is a player, with or without an account."""

from __future__ import annotations

from django.contrib.auth import login
from django.http import HttpRequest

from games.models import Player

SESSION_BACKEND = "django.contrib.auth.backends.ModelBackend"


def known_player(request: HttpRequest) -> Player | None:
    """The player of this session, None for somebody who only looks."""
    return request.user if isinstance(request.user, Player) else None


def playing_visitor(request: HttpRequest, name: str = "") -> Player:
    """The player of this session; a visitor who had none becomes a guest, by that name if given."""
    player = known_player(request)
    if player is None:
        player = Player.objects.create_guest()
        login(request, player, backend=SESSION_BACKEND)
    if name and name != player.name:
        player.name = name
        player.save(update_fields=["name"])
    return player
