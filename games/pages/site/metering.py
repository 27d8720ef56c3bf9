"""Count and time what the site answers, by view: addresses have too many values for a metric."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from games.metrics import PAGE_SECONDS, PAGES


class MeteringMiddleware:
    """Counts all answers but static files and streams, which Django doesn't see."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        answer = self.get_response(request)
        match = request.resolver_match
        view = match.view_name if match else "none"
        PAGES.labels(view, answer.status_code).inc()
        PAGE_SECONDS.labels(view).observe(time.perf_counter() - began)
        return answer
