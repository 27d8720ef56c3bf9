"""Caching: no shared cache keeps a page, and no browser keeps a page of a session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import has_vary_header, patch_vary_headers

SESSION_PAGE: Final = "private, no-store"
"""No store, so that the back button shows nothing after a log-out."""

ANONYMOUS_PAGE: Final = "private, no-cache"

VARIES_BY: Final = ("Accept-Language", "Cookie")


class CachingMiddleware:
    """Sets `Cache-Control` and `Vary` where the view has not.

    A response that a view marks as public is the same for everyone, so it reads and sets no cookie.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        if "public" in answer.get("Cache-Control", ""):
            by_origin = has_vary_header(answer, "Origin")
            answer["Vary"] = "Accept-Encoding, Origin" if by_origin else "Accept-Encoding"
            answer.cookies.clear()
            return answer
        patch_vary_headers(answer, VARIES_BY)
        if "Cache-Control" not in answer:
            session = settings.SESSION_COOKIE_NAME
            known = session in request.COOKIES or session in answer.cookies
            answer["Cache-Control"] = SESSION_PAGE if known else ANONYMOUS_PAGE
        return answer
