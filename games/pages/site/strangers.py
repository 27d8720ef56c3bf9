"""Pages that all strangers share: each is rendered at most once a second.

Without a session, visitors see the same page but for the language, their preferences and the CSRF
token. So a page that many open at once costs one rendering a second, whatever they come for.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection
from functools import wraps
from typing import Concatenate, Final, NamedTuple, ParamSpec

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.translation import get_language

from games.pages.site import settings as preferences

P = ParamSpec("P")

TOKEN: Final = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")[A-Za-z0-9]{64}(?=")')


class Shared(NamedTuple):
    """A page without the tokens of the visitor for whom it was rendered."""

    pieces: list[bytes]
    """What stands between the tokens."""
    headers: Collection[tuple[str, str]]

    @classmethod
    def of(cls, answer: HttpResponse) -> Shared:
        """Return what others may see of an answer."""
        return cls(TOKEN.split(answer.content), list(answer.items()))

    def answer(self, request: HttpRequest) -> HttpResponse:
        """Return the page with the tokens of another visitor."""
        token = get_token(request).encode() if len(self.pieces) > 1 else b""
        return HttpResponse(token.join(self.pieces), headers=dict(self.headers))


def shared_by_strangers(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Let strangers see the same page for `PAGE_SECONDS`. Players get their own at each request.

    Only whole pages (status 200) without cookies are kept, so errors and redirects are never late.
    """

    @wraps(view)
    def shared(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not settings.PAGE_SECONDS or not _is_stranger(request):
            return view(request, *args, **kwargs)
        key = _key(request)
        if (kept := caches["pages"].get(key)) is not None:
            return Shared(*kept).answer(request)
        answer = view(request, *args, **kwargs)
        if answer.status_code == 200 and not answer.cookies and not answer.streaming:
            caches["pages"].set(key, tuple(Shared.of(answer)), settings.PAGE_SECONDS)
        return answer

    return shared


def _is_stranger(request: HttpRequest) -> bool:
    """Return whether a visitor only reads, and has no cookie but those that `_key` knows."""
    known = {preferences.COOKIE, settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME}
    return request.method in ("GET", "HEAD") and known.issuperset(request.COOKIES)


def _key(request: HttpRequest) -> str:
    """Return what a stranger's page depends on, in a form that suits every cache."""
    chosen = request.COOKIES.get(preferences.COOKIE, "")
    parts = (request.build_absolute_uri(), get_language(), chosen)
    return hashlib.sha256(repr(parts).encode()).hexdigest()
