"""Guests on their way to an account: to allauth they are strangers until they have one.

It leads whoever is logged in away from the forms of its log-in, second factors among them, and
ends their session before it knows who comes back from a log-in elsewhere.
"""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

from games.models import Player
from games.pages.guests import known_player

PREFIX = "/accounts/"


class GuestMiddleware(MiddlewareMixin):
    """Sets a guest aside in the pages of allauth, but for the one that logs out."""

    def process_request(self, request: HttpRequest) -> None:
        if not request.path.startswith(PREFIX) or request.path == reverse("account_logout"):
            return
        player = known_player(request)
        if player is not None and player.guest:
            request.guest = player  # type: ignore[attr-defined]
            request.user = AnonymousUser()


def guest_of(request: HttpRequest) -> Player | None:
    """The guest who was set aside; None for strangers and accounts."""
    return getattr(request, "guest", None)
