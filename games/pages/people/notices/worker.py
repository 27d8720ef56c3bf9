"""The service worker, which shows pushes, and the page that it shows without a network."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.http import require_safe

SOURCE: Final = "src/notices/worker.js"

SHEETS: Final = ("styles/pages/offline.css", "styles/tokens.css", "styles/offline.css")

ICON: Final = "art/icon-192.png"

SAME_FOR_ALL: Final = "public, no-cache"


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Send the service worker of a language; a release of other files has another."""
    language = request.GET.get("language", "")
    if language not in dict(settings.LANGUAGES):
        language = settings.LANGUAGE_CODE
    site = {
        "offline": reverse("offline", args=[language]),
        "files": _files(),
        "icon": static(ICON),
        "language": language,
    }
    script = f"const SITE = {json.dumps(site)};\n{_source()}"
    answer = HttpResponse(script, content_type="text/javascript")
    answer["Cache-Control"] = SAME_FOR_ALL
    return answer


@require_safe
def offline(request: HttpRequest, language: str) -> HttpResponse:
    """Show that there is no network: the one page that browsers keep."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        answer = render(request, "site/offline.html")
    answer["Cache-Control"] = SAME_FOR_ALL
    answer["Content-Language"] = language
    return answer


def _files() -> list[str]:
    """Return the addresses of the style sheet of the page, with those that it imports."""
    if SHEETS[0] in settings.BUNDLE.imports:
        return [static(f"bundled/{SHEETS[0]}")]
    return [static(sheet) for sheet in SHEETS]


@cache
def _source() -> str:
    return (settings.FRONTEND_DIR / SOURCE).read_text(encoding="utf-8")
