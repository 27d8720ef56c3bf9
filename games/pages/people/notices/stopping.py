"""Stopping the mails of a kind from the mail itself, without logging in."""

from __future__ import annotations

from typing import Final

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.models import Wishes
from games.pages.people.notices.kinds import KINDS

SALT: Final = "games.notices.stop"


def stop_address(player: int, kind: str) -> str:
    """Return the address that stops the mails of a kind; only the site can make it."""
    return reverse("stop-mails", args=[signing.dumps([player, kind], salt=SALT)])


@csrf_exempt  # A mail program has no token; the signature tells whose mails it is about.
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, key: str) -> HttpResponse:
    """Ask whether to stop the mails of a kind; a POST stops them."""
    try:
        player, kind = signing.loads(key, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        raise Http404("no such mails") from None
    if request.method == "POST":
        Wishes.objects.stop_mails(player, kind)
    context = {"kind": KINDS[kind].label, "stopped": request.method == "POST"}
    return render(request, "people/notices/stop.html", context)
