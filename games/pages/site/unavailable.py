"""The answer while the database is unavailable."""

from __future__ import annotations

import logging
import sys
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import defaults

from games.models.database.availability import is_unavailable

logger = logging.getLogger(__name__)

RETRY_AFTER: Final = 10
"""Seconds until a retry is worthwhile."""


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed in a view, a template or a middleware.

    Django calls this while it handles the exception.
    """
    error = sys.exc_info()[1]
    if error is None or not is_unavailable(error):
        return defaults.server_error(request)
    logger.error(
        "Database unavailable, cannot serve %s: %s", request.path, str(error).partition("\n")[0]
    )
    answer = unavailable(request)
    # One line is enough: a traceback for every request would add nothing.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer


def unavailable(request: HttpRequest) -> HttpResponse:
    """Answer 503: say that the server is at fault, and when to try again."""
    sentence = _("The site is having trouble. Try again in a moment.")
    if request.get_preferred_type(["text/plain", "text/html"]) == "text/html":
        answer = render(request, "503.html", {"sentence": sentence}, status=503)
    else:
        answer = HttpResponse(f"{sentence}\n", "text/plain; charset=utf-8", status=503)
    answer["Retry-After"] = str(RETRY_AFTER)
    answer["Cache-Control"] = "no-store"
    return answer
