"""Guests on the account pages: allauth sees them as anonymous until they have an account.

Otherwise allauth would redirect a guest, who is logged in, away from its log-in and second-factor
forms, and end the session before it knows who returns from an external log-in.
"""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

from games.models import Player
from games.pages.people.visitor import known_player

PREFIXES = ("/accounts/", "/oauth/")


class GuestMiddleware(MiddlewareMixin):
    """Sets the guest aside on allauth's pages, except on the log-out page."""

    def process_request(self, request: HttpRequest) -> None:
        if not request.path.startswith(PREFIXES) or request.path == reverse("account_logout"):
            return
        player = known_player(request)
        if player is not None and player.guest:
            request.guest = player  # type: ignore[attr-defined]
            request.user = AnonymousUser()


def guest_of(request: HttpRequest) -> Player | None:
    """Return the guest who was set aside; None for strangers and accounts."""
    return getattr(request, "guest", None)
