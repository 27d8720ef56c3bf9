"""The page for a visitor who exceeds a limit."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.models.people.refusals import GoneError
from games.models.races.crowding import TooManyError
from games.spoken import spoken


class TooManyMiddleware:
    """Answers 429 when a request exceeds one of the site's limits."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Say which limit was exceeded; send a player whose row is gone to the start page."""
        if isinstance(error, GoneError):
            return redirect("home")
        if not isinstance(error, TooManyError):
            return None
        return render(request, "429.html", {"sentence": spoken(error.sentence)}, status=429)
