"""The invitation to a race, as a picture that phones can scan."""

from __future__ import annotations

from io import BytesIO

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe
from qrcode.image.svg import SvgPathFillImage
from qrcode.main import QRCode

from games.models import Race


@require_safe
def qr_code(request: HttpRequest, code: str) -> HttpResponse:
    """Draw the link to a race as a QR code."""
    race = get_object_or_404(Race, code=code.upper())
    picture = QRCode(image_factory=SvgPathFillImage)
    picture.add_data(request.build_absolute_uri(race.get_absolute_url()))
    file = BytesIO()
    picture.make_image().save(file)
    return HttpResponse(file.getvalue(), content_type="image/svg+xml")
