"""The page that somebody gets who wants too much."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.models.people.refusals import GoneError
from games.models.races.crowding import TooManyError
from games.spoken import spoken


class TooManyMiddleware:
    """Answers with status 429 where a limit of the site is reached."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Let the request pass."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Say what there is too much of; whoever is somebody else now begins anew."""
        if isinstance(error, GoneError):
            return redirect("home")
        if not isinstance(error, TooManyError):
            return None
        return render(request, "429.html", {"sentence": spoken(error.sentence)}, status=429)
