"""Where to report a hole: `/.well-known/security.txt`, as RFC 9116 describes it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.encoding import iri_to_uri
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

LASTS: Final = timedelta(days=90)
"""How long a copy may be trusted; the RFC recommends less than a year."""


@require_safe
@cache_control(public=True, max_age=3600)
def security(request: HttpRequest) -> HttpResponse:
    """Name the contact of the people who run the site.

    It names no language and no policy: the site knows neither what they speak nor promise.

    :raises Http404: if they named none.
    """
    if not settings.CONTACT:
        raise Http404("The people who run this site have set no CONTACT.")
    here = request.build_absolute_uri(request.path)
    lines = fields(settings.CONTACT, here, timezone.now())
    return HttpResponse("".join(f"{line}\n" for line in lines), "text/plain; charset=utf-8")


def fields(contact: str, here: str, now: datetime) -> Iterator[str]:
    """Yield the lines of the file at an address, the same ones all day."""
    expires = (now.astimezone(UTC) + LASTS).replace(hour=0, minute=0, second=0, microsecond=0)
    yield f"Contact: {iri_to_uri(contact)}"
    yield f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}"
    # The RFC allows no other.
    if here.startswith("https://"):
        yield f"Canonical: {here}"
