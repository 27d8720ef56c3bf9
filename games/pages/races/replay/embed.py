"""A replay inside a page of another site, and how that page learns of it (oEmbed)."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.models import Entry
from games.models.visibility import with_actions
from games.pages.deals.counting import counting
from games.pages.deals.labels import title
from games.pages.races.replay.replayed_run import ReplayedRun
from games.pages.races.results import Result
from games.pages.races.runs import runs_open_to

WIDTH: Final = 640
HEIGHT: Final = 520
LEAST: Final = 240
"""The size of a frame, in pixels, and the least that still shows the cards."""


@require_safe
@csp_replace({"frame-ancestors": settings.EMBED_ORIGINS})  # type: ignore[arg-type]
@xframe_options_exempt
def embed(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a run that everyone may watch, for a frame. Whose browser it is makes no difference."""
    entry: Entry = get_object_or_404(runs_open_to(None), pk=pk)
    show = _removed if entry.race.actions_removed_at else _embedded
    answer = show(request, entry)
    # The server sends no header that is empty here: see solitaire_site/headers.py.
    answer["X-Frame-Options"] = ""
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer


def _embedded(request: HttpRequest, entry: Entry) -> HttpResponse:
    race = entry.race
    context = {
        "entry": entry,
        "run": ReplayedRun(entry),
        "title": title(race.rules),
        "page": {
            "game": race.game,
            "counted": counting(race.rules).words,
            "run": reverse("replay-data", args=[entry.pk]),
        },
    }
    return render(request, "races/replay/embed.html", context)


def _removed(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Say in a frame that the moves of its run were removed."""
    context = {"entry": entry, "result": Result(entry)}
    return render(request, "races/replay/embed_removed.html", context, status=410)


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Describe the frame of the replay at `url`, by oEmbed 1.0.

    :raises Http404: if that isn't a replay of this site, or not everyone may watch it.
    """
    if request.GET.get("format", "json") != "json":
        return HttpResponse("Only JSON.", status=501, content_type="text/plain")
    entry = _run_at(request)
    width = _at_most(request.GET.get("maxwidth", ""), WIDTH)
    height = _at_most(request.GET.get("maxheight", ""), HEIGHT)
    answer = JsonResponse(
        {
            "version": "1.0",
            "type": "rich",
            "provider_name": "Same Deal",
            "provider_url": request.build_absolute_uri("/"),
            "title": _title(entry),
            "author_name": entry.name,
            "width": width,
            "height": height,
            "html": frame(request, entry, width, height),
        }
    )
    # Any page may ask, and nobody's cookies count.
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def embedding(request: HttpRequest, entry: Entry) -> dict[str, Any]:
    """Return the code for a frame and the address of its description; everyone may watch it."""
    page = request.build_absolute_uri(reverse("replay", args=[entry.pk]))
    query = urlencode({"url": page})
    return {
        "code": frame(request, entry, WIDTH, HEIGHT),
        "description": request.build_absolute_uri(f"{reverse('oembed')}?{query}"),
    }


def frame(request: HttpRequest, entry: Entry, width: int, height: int) -> str:
    """Return the HTML of a frame with a run's replay."""
    return format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy"></iframe>',
        request.build_absolute_uri(reverse("embed", args=[entry.pk])),
        width,
        height,
        _title(entry),
    )


def _run_at(request: HttpRequest) -> Entry:
    """Return the run whose replay is at `url`.

    :raises Http404: if there is none that everyone may watch.
    """
    try:
        url = urlsplit(request.GET.get("url", ""))
        match = resolve(url.path)
    except (ValueError, Resolver404):
        raise Http404("no such page") from None
    if url.netloc != request.get_host() or match.url_name not in ("replay", "embed"):
        raise Http404("not a replay of this site")
    return _public_run(match.kwargs["pk"])


def _title(entry: Entry) -> str:
    return f"{entry.name}: {title(entry.race.rules)}"


def _public_run(pk: int) -> Entry:
    run: Entry = get_object_or_404(runs_open_to(None).filter(with_actions()), pk=pk)
    return run


def _at_most(text: str, usual: int) -> int:
    """Return a size that fits; the usual one if none is given."""
    most = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else usual
    return max(LEAST, min(usual, most))
