"""Downloading a finished race, to check it without this server."""

from __future__ import annotations

from hashlib import sha256
from http import HTTPStatus
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from games.api.requests.problems import refuse
from games.models import Race
from games.models.races.document import race_document
from games.models.races.entry import EntryQuerySet
from games.models.visibility import is_race_hidden_from
from games.pages.people.visitor import known_player
from games.pages.races.runs import RemovedError, open_runs
from games.pages.races.visible_race import visible_race
from games.pages.site.clock import now

REMOVED: Final = (
    "The site has removed the moves of this race for their age, so there is nothing left to check."
    " Its results stay. The people who run the site may have kept its document."
)


@require_safe
def document(request: HttpRequest, code: str) -> HttpResponse:
    """Send a race as a document, 304 if the client has it, or a problem that programs read."""
    try:
        race, _runs = public_race(request, code)
    except RemovedError:
        return refuse(HTTPStatus.GONE, REMOVED)
    except Http404:
        return refuse(HTTPStatus.NOT_FOUND, "There is no race here that is over and open to you.")
    content = str(race_document(race)).encode()
    etag = f'"{sha256(content).hexdigest()[:20]}"'
    answer = get_conditional_response(request, etag=etag)
    if not isinstance(answer, HttpResponse):
        answer = HttpResponse(content, content_type="application/json")
        answer["Content-Disposition"] = f'attachment; filename="{race.code}.json"'
    answer["ETag"] = etag
    # Never immutable: another race on the deal hides it again, and staff may void a run.
    answer["Cache-Control"] = "private, no-cache"
    return answer


def public_race(request: HttpRequest, code: str) -> tuple[Race, EntryQuerySet]:
    """Return a race whose document the visitor may have, and its runs in the order of seats.

    :raises RemovedError: if its moves were removed for their age.
    :raises Http404: if there is none.
    """
    player = known_player(request)
    try:
        race = visible_race(code, player)
    except Race.DoesNotExist:
        raise Http404 from None
    runs = open_runs(request).filter(race=race).order_by("seat")
    first = runs.first()
    if first is None or is_race_hidden_from(race, player, now()):
        raise Http404
    if race.actions_removed_at is not None:
        raise RemovedError(first)
    return race, runs
