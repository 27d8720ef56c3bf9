"""Records a player's presence with every request."""

from __future__ import annotations

from collections.abc import Callable

from django.db import Error
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from games.models.database.availability import is_unavailable
from games.pages.people.visitor import known_player


class SeenMiddleware:
    """Lets friends see who is online."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        player = known_player(request)
        if player is not None and not player.guest:
            try:
                player.see(timezone.now())
            except Error as error:
                # A read-only database can still serve the page.
                if not is_unavailable(error):
                    raise
        return self.get_response(request)
