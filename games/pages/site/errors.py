"""The answers to what can't be read, and to what fails: pages for people, problems for programs."""

from __future__ import annotations

import logging
import sys
from http import HTTPStatus
from typing import Final

from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views import defaults
from redis import RedisError

from games.api.requests.problems import is_for_programs, refuse
from games.metrics import DATABASE_FAILURES, REDIS_FAILURES
from games.models.database.availability import is_unavailable, lacks_tables
from games.models.database.unmigrated import unmigrated
from games.pages.site import readiness
from games.pages.site.readiness import MIGRATIONS_MISSING

logger = logging.getLogger(__name__)

TROUBLE: Final = gettext_noop("The site is having trouble. Try again in a moment.")

RETRY_AFTER: Final = 10
"""Seconds until a retry is worthwhile."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that can't be read, such as a form with too many fields."""
    if not is_for_programs(request):
        return defaults.bad_request(request, exception)
    if isinstance(exception, RequestDataTooBig):
        return refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The body is too long.")
    if isinstance(exception, DisallowedHost):
        return refuse(
            HTTPStatus.BAD_REQUEST,
            "The site doesn't go by this name. Ask it by one that ALLOWED_HOSTS lists.",
        )
    return refuse(
        HTTPStatus.BAD_REQUEST, "The request can't be read. Send JSON, as /api/ describes."
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request that failed in a view, a template or a middleware.

    Django calls this while it handles the exception.
    """
    error = sys.exc_info()[1]
    if isinstance(error, RedisError):
        REDIS_FAILURES.labels("pages").inc()
    if error is not None and is_unavailable(error):
        logger.error(
            "Database unavailable, cannot serve %s: %s",
            request.path,
            str(error).partition("\n")[0],
        )
    elif error is not None and _is_unmigrated(error):
        unmigrated.report(error)
    else:
        if is_for_programs(request):
            fault = "This is the server's fault, not yours. It has been logged."
            return refuse(HTTPStatus.INTERNAL_SERVER_ERROR, fault)
        return defaults.server_error(request)
    DATABASE_FAILURES.labels("pages").inc()
    answer = _unavailable(request)
    # One line is enough: a traceback for every request would add nothing.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer


def _is_unmigrated(error: BaseException) -> bool:
    """Tell whether a query failed for want of a migration; otherwise the query is wrong."""
    return lacks_tables(error) and MIGRATIONS_MISSING in readiness.readiness.reasons()


def _unavailable(request: HttpRequest) -> HttpResponse:
    """Answer 503: say that the server is at fault, and when to try again."""
    sentence = _(TROUBLE)
    if is_for_programs(request):
        answer = refuse(HTTPStatus.SERVICE_UNAVAILABLE, TROUBLE)
    elif request.get_preferred_type(["text/plain", "text/html"]) == "text/html":
        answer = render(request, "503.html", {"sentence": sentence}, status=503)
    else:
        answer = HttpResponse(f"{sentence}\n", "text/plain; charset=utf-8", status=503)
    answer["Retry-After"] = str(RETRY_AFTER)
    answer["Cache-Control"] = "no-store"
    return answer
