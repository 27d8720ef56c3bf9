"""What a player wants to be told, and in which way; and the browsers that get pushes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.background.outbound import UndeliverableError, check
from games.models import PushSubscription, Wishes
from games.models.people.push_subscription import ENDPOINT_LENGTH, digest_of
from games.models.people.wishes import Way
from games.pages.people.notices.kinds import KINDS, Kind
from games.pages.people.notices.mail import confirmed_address
from games.pages.people.notices.sealed import are_keys, public_key
from games.pages.people.visitor import player_required, required_player

KEY_LENGTH: Final = 100


@dataclass(frozen=True)
class Choice:
    """A box to tick: whether a kind is told in a way."""

    way: str
    chosen: bool


@dataclass(frozen=True)
class Row:
    """A kind of notices with its boxes."""

    value: str
    kind: Kind
    choices: list[Choice]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def choose(request: HttpRequest) -> HttpResponse:
    """Show what the visitor is told and how; a POST changes it."""
    player = required_player(request)
    wishes = Wishes.objects.of(player)
    mailed_to = confirmed_address(player)
    if request.method == "POST":
        wanted = {way: request.POST.getlist(way) for way in Way}
        if not mailed_to:
            wanted[Way.MAIL] = list(wishes.mailed)
        wishes.choose(wanted)
        wishes.language = get_language() or settings.LANGUAGE_CODE
        wishes.origin = _origin(request)
        wishes.keep()
        messages.success(request, _("Saved."))
        return redirect("notice-settings")
    context = {
        "rows": list(_rows(wishes)),
        "mailed_to": mailed_to,
        "key": public_key(),
        "browsers": PushSubscription.objects.filter(player=player).count(),
    }
    return render(request, "people/notices/settings.html", context)


@require_POST
@player_required
def subscribe(request: HttpRequest) -> HttpResponse:
    """Push notices to the visitor's browser from now on."""
    endpoint, p256dh, auth = (request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth"))
    try:
        scheme, *_rest = check(endpoint, own_network=settings.WEBHOOKS_TO_OWN_NETWORK)
    except UndeliverableError:
        return HttpResponse(status=400)
    if not (
        (scheme == "https" or settings.WEBHOOKS_TO_OWN_NETWORK)
        and len(endpoint) <= ENDPOINT_LENGTH
        and len(p256dh + auth) <= KEY_LENGTH + 40
        and are_keys(p256dh, auth)
    ):
        return HttpResponse(status=400)
    PushSubscription.objects.keep(
        required_player(request),
        endpoint,
        timezone.now(),
        session=request.session.session_key or "",
        p256dh=p256dh,
        auth=auth,
        language=get_language() or settings.LANGUAGE_CODE,
        origin=_origin(request),
    )
    return HttpResponse(status=204)


@require_POST
@player_required
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """Push nothing more to the visitor's browser."""
    digest = digest_of(request.POST.get("endpoint", ""))
    PushSubscription.objects.filter(player=required_player(request), digest=digest).delete()
    return HttpResponse(status=204)


@receiver(user_logged_out)
def end_with_session(request: HttpRequest, **_: object) -> None:
    """Push nothing more to a browser that logs out: others may use it."""
    if key := request.session.session_key:
        PushSubscription.objects.filter(session=digest_of(key)).delete()


def _rows(wishes: Wishes) -> Iterator[Row]:
    for value, kind in KINDS.items():
        yield Row(value, kind, [Choice(way.value, wishes.wants(value, way)) for way in Way])


def _origin(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")
