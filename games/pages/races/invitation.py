"""The invitation to a race: its link, also as a picture that phones can scan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_safe
from qrcode.image.svg import SvgPathFillImage
from qrcode.main import QRCode

from games.models import AnytimeRace, Event, Race
from games.pages.people.visitor import known_player
from games.pages.races.visible_race import visible_race

ROUTES: Final[Mapping[type[Race | AnytimeRace | Event], str]] = {
    Race: "qr-code",
    AnytimeRace: "anytime-qr-code",
    Event: "event-qr-code",
}
"""The route of the picture of each kind of invitation."""


@dataclass(frozen=True)
class Invitation:
    """What a page shows of an invitation."""

    code: str
    link: str
    picture: str
    """The address of the link as a QR code."""

    @classmethod
    def to(cls, race: Race | AnytimeRace | Event, request: HttpRequest) -> Invitation:
        """Return the invitation to a race or an event."""
        route = ROUTES[type(race)]
        link = request.build_absolute_uri(race.get_absolute_url())
        return cls(race.code, link, reverse(route, args=[race.code]))


@require_safe
def qr_code(request: HttpRequest, code: str) -> HttpResponse:
    """Draw the link to a race as a QR code."""
    try:
        race = visible_race(code, known_player(request))
    except Race.DoesNotExist:
        raise Http404(f"no race {code!r} for this visitor") from None
    return _drawn(Invitation.to(race, request))


@require_safe
def anytime_qr_code(request: HttpRequest, code: str) -> HttpResponse:
    """Draw the link to an any-time race as a QR code."""
    return _drawn(Invitation.to(get_object_or_404(AnytimeRace, code=code.upper()), request))


@require_safe
def event_qr_code(request: HttpRequest, code: str) -> HttpResponse:
    """Draw the link to an event as a QR code."""
    return _drawn(Invitation.to(get_object_or_404(Event, code=code.upper()), request))


def _drawn(invitation: Invitation) -> HttpResponse:
    picture = QRCode(image_factory=SvgPathFillImage)
    picture.add_data(invitation.link)
    file = BytesIO()
    picture.make_image().save(file)
    return HttpResponse(file.getvalue(), content_type="image/svg+xml")
