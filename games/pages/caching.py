"""Who may keep a page: nobody but the browser that asked for it, and no page of a session."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_vary_headers

OF_A_SESSION: Final = "private, no-store"
"""So that after a log-out nobody sees it by going back."""

OF_A_STRANGER: Final = "private, no-cache"

VARIES_BY: Final = ("Accept-Language", "Cookie")


class CachingMiddleware:
    """Sets `Cache-Control` and `Vary` where a view has not decided.

    What a view calls public is the same for everybody, and so depends on no cookie and sets none.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        if "public" in answer.get("Cache-Control", ""):
            answer["Vary"] = "Accept-Encoding"
            answer.cookies.clear()
            return answer
        patch_vary_headers(answer, VARIES_BY)
        if "Cache-Control" not in answer:
            session = settings.SESSION_COOKIE_NAME
            known = session in request.COOKIES or session in answer.cookies
            answer["Cache-Control"] = OF_A_SESSION if known else OF_A_STRANGER
        return answer
