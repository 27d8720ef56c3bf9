"""What a visitor gets while the database cannot do its work."""

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
"""Seconds after which it is worth while to try again."""


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request that has failed anywhere: in a view, a template, or between the two.

    Django calls it while it handles the exception.
    """
    error = sys.exc_info()[1]
    if error is None or not is_unavailable(error):
        return defaults.server_error(request)
    logger.error("%s was not served: %s", request.path, str(error).partition("\n")[0])
    answer = unavailable(request)
    # A traceback for each request would say no more.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer


def unavailable(request: HttpRequest) -> HttpResponse:
    """Say with status 503 that it is the server's fault, and when to try again."""
    sentence = _("The server cannot reach its data. Try again in a moment.")
    if request.get_preferred_type(["text/plain", "text/html"]) == "text/html":
        answer = render(request, "503.html", {"sentence": sentence}, status=503)
    else:
        answer = HttpResponse(f"{sentence}\n", "text/plain; charset=utf-8", status=503)
    answer["Retry-After"] = str(RETRY_AFTER)
    answer["Cache-Control"] = "no-store"
    return answer
