"""Count, time and log what the site answers, by view: addresses have too many values."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from games import tracing
from games.logged import note
from games.metrics import PAGE_SECONDS, PAGES

logger = logging.getLogger(__name__)

PROBES: Final = {"manifest", "healthz", "readyz"}
"""What proxies and health checks ask all day long: counted as pages, they would hide the pages."""


class MeteringMiddleware:
    """Counts all answers but those to probes. Django doesn't see static files and streams.

    Logs them too if the log is for programs.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with tracing.span("request") as span:
            return self._answer(request, span)

    def _answer(self, request: HttpRequest, span: tracing.Span) -> HttpResponseBase:
        began = time.perf_counter()
        note(player=partial(_known_player, request))
        answer = self.get_response(request)
        match, status = request.resolver_match, answer.status_code
        view = match.view_name if match else "none"
        spent = time.perf_counter() - began
        span.say(f"{request.method} {view}", failed=status >= 500, status_code=status)
        if view in PROBES:
            return answer
        PAGES.labels(view, status).inc()
        PAGE_SECONDS.labels(view).observe(spent)
        if settings.LOG_FORMAT == "json":
            said = {"view": view, "status_code": status, "ms": round(1000 * spent)}
            logger.info("%s %s: %s", request.method, view, status, extra=said)
        return answer

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        args: Sequence[object],
        kwargs: Mapping[str, object],
    ) -> None:
        """Note which race or event a page is about."""
        match = request.resolver_match
        of = match.route.partition("/")[0] if match else ""
        if of in ("race", "event") and "code" in kwargs:
            note(**{of: str(kwargs["code"])})


def _known_player(request: HttpRequest) -> int | None:
    """Return the player of a session, if it has been read."""
    user = getattr(request, "_cached_user", None)
    return getattr(user, "pk", None)
