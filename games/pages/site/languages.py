"""The translation catalogue for a page's JavaScript modules."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.translation import override
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog


@require_safe
def catalogue(request: HttpRequest, release: str, language: str) -> HttpResponseBase:
    """Send all sentences of the modules; the address changes with them, so caches keep them."""
    if release != settings.STATIC_FINGERPRINT or language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        answer = JavaScriptCatalog.as_view(packages=["games"])(request)
    patch_cache_control(answer, public=True, max_age=31_536_000, immutable=True)
    return answer
