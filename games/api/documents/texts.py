"""The reference documents of this repository, as text, for those who have only the site."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.api.documents.openapi import KEPT_FOR

TEXTS: Final[Mapping[str, str]] = {
    "api": "docs/reference/api.md",
    "client": "games/client/README.md",
    "protocol": "docs/reference/protocol.md",
    "verification": "docs/reference/verification.md",
}
"""Where each text is, by the name in its address."""


@require_safe
def text(request: HttpRequest, name: str) -> HttpResponse:
    """Send a document as it stands in the repository."""
    content = (Path(settings.BASE_DIR) / TEXTS[name]).read_text(encoding="utf-8")
    # As plain text: browsers show that, and download Markdown.
    answer = HttpResponse(content, content_type="text/plain; charset=utf-8")
    answer["Cache-Control"] = f"public, max-age={KEPT_FOR}"
    return answer
