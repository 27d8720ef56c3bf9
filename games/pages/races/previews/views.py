"""The pictures of previews; each answers like its page where that shows nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any, TypeAlias

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import override
from django.views.decorators.http import require_safe

from games.pages.races.anytime.views import shown_anytime
from games.pages.races.daily.challenges import find_daily
from games.pages.races.previews.preview import drawn, send_picture
from games.pages.races.previews.words import (
    anytime_preview,
    daily_preview,
    race_preview,
    run_preview,
    site_preview,
)
from games.pages.races.race import shown_race
from games.pages.races.replay.hidden_run import hidden_run
from games.pages.races.runs import open_runs
from games.pages.site.clock import now

View: TypeAlias = Callable[..., HttpResponse]


def in_its_language(view: View) -> View:
    """Carry out a view in the language that the address names, whatever the visitor's."""

    @wraps(view)
    def translated(request: HttpRequest, *args: Any, language: str, **kwargs: Any) -> HttpResponse:
        if language not in dict(settings.LANGUAGES):
            raise Http404(f"no pictures in {language!r}")
        with override(language):
            return view(request, *args, **kwargs)

    return translated


@require_safe
@in_its_language
def site_picture(request: HttpRequest) -> HttpResponse:
    """Draw what the site is."""
    return send_picture(request, site_preview())


@require_safe
@in_its_language
def race_picture(request: HttpRequest, code: str) -> HttpResponse:
    """Draw an invitation, who races, or the podium."""
    found = shown_race(request, code)
    if isinstance(found, HttpResponse):
        return found
    return send_picture(request, race_preview(found.load(), now(), drawn))


@require_safe
@in_its_language
def anytime_picture(request: HttpRequest, code: str) -> HttpResponse:
    """Draw the invitation to an any-time race, or its podium."""
    return send_picture(request, anytime_preview(shown_anytime(request, code), drawn))


@require_safe
@in_its_language
def run_picture(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw the result of a run."""
    entry = open_runs(request).filter(pk=pk).first()
    if entry is None:
        return hidden_run(request, pk)
    seat = entry.as_seat(entry.settled_run)
    return send_picture(request, run_preview(seat, entry.race.rules, drawn))


@require_safe
@in_its_language
def daily_picture(request: HttpRequest, day: date, game: str) -> HttpResponse:
    """Draw the game and day of a challenge."""
    return send_picture(request, daily_preview(find_daily(day, game)))
