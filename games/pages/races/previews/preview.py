"""A link preview: the words and the picture that a chat shows beside a link."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language

from games.pages.people.visitor import known_player
from games.pages.races.previews.picture import Picture, Row, can_draw, draw, is_right_to_left

SOON: Final = 60
LATER: Final = 3600
"""Seconds that a cache may keep a picture: of what may change any moment, and of the rest."""


@dataclass(frozen=True)
class Preview:
    """The words of a preview."""

    title: str
    text: str
    rows: tuple[Row, ...] = ()
    """The podium, which a picture shows in place of the text."""
    seconds: int = LATER

    @property
    def picture(self) -> Picture:
        """The picture with these words."""
        return Picture(self.title, "" if self.rows else self.text, self.rows)


def written(name: str) -> str:
    """Return a name for a sentence, whose order a right-to-left name must not change."""
    return f"\u2068{name}\u2069" if is_right_to_left(name) else name


def drawn(name: str) -> str:
    """Return a name for a picture; it is left out if it can't be drawn."""
    return written(name) if can_draw(name) else ""


def preview_tags(
    request: HttpRequest, preview: Preview, route: str, *args: object
) -> dict[str, str]:
    """Return what a page's head says about its preview; `route` is that of the picture."""
    # Chats keep a picture by its address, so the address changes with the words.
    path = f"{reverse(route, args=[*args, get_language()])}?v={_digest(preview)[:8]}"
    return {
        "title": preview.title,
        "text": preview.text,
        "page": request.build_absolute_uri(request.path),
        "picture": request.build_absolute_uri(path),
    }


def send_picture(request: HttpRequest, preview: Preview) -> HttpResponse:
    """Send the picture of a preview, or 304 if the client has it."""
    etag = f'"{_digest(preview.picture)}"'
    answer = get_conditional_response(request, etag=etag)
    if not isinstance(answer, HttpResponse):
        answer = HttpResponse(draw(preview.picture), content_type="image/png")
        answer["ETag"] = etag
    answer["Content-Language"] = get_language() or settings.LANGUAGE_CODE
    if known_player(request) is None:
        # What a stranger is shown may be shown to everyone.
        patch_cache_control(answer, public=True, max_age=preview.seconds)
    return answer


def _digest(shown: Preview | Picture) -> str:
    return sha256(f"{settings.VERSION} {shown}".encode()).hexdigest()[:20]
