"""The web manifest: how the site looks as an app on a home screen."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

LIGHT: Final = "#f6f4ee"
DARK: Final = "#141917"
"""The surface of pages by day and by night; `tokens.css` has the same."""

ICONS: Final = (
    ("icon-192.png", 192, "any"),
    ("icon-512.png", 512, "any"),
    ("icon-maskable-512.png", 512, "maskable"),
)


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Send the manifest, in the visitor's language."""
    answer = {
        "id": "/",
        "name": _("Same Deal: patience races"),
        "short_name": "Same Deal",
        "description": _("Race your friends at patience: same cards, same start."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": LIGHT,
        "theme_color": LIGHT,
        # Browsers that know it take these by night; the others read the pages' own colours.
        "color_scheme_dark": {"background_color": DARK, "theme_color": DARK},
        "icons": [
            {
                "src": static(f"art/{name}"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, size, purpose in ICONS
        ],
    }
    return JsonResponse(answer, content_type="application/manifest+json")
