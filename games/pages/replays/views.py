"""The pages of runs that are over."""

from __future__ import annotations

import re
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Analysis, Entry
from games.models.visibility.access import replayable_by
from games.pages.clock import now
from games.pages.converters import row_number
from games.pages.counting import counting
from games.pages.guests import known_player
from games.pages.howto.links import help_url
from games.pages.labels import title, variant
from games.pages.remarks import Remark
from games.pages.replays.story import PAGE, Story
from games.pages.replays.telling import Telling
from games.pages.replays.unseen import unseen
from games.pages.results import results

COMPARED: Final = 50
"""So many other runs are offered for comparison."""

COUNT: Final = re.compile("[0-9]{1,6}")
SECONDS: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?")
"""How an address names an action or a time, as frontend/src/replay/address.js reads it."""

SPEEDS: Final = (1, 2, 4, 8, 16)


@require_safe
def replay(request: HttpRequest, pk: int) -> HttpResponse:
    """A run to look at, and with `with` in the query another on the same deal beside it.

    Its list shows the page of the moment that `n` or `t` names: an action, or seconds.
    """
    try:
        return _show(request, pk)
    except Http404:
        return unseen(request, pk)


@require_safe
def data(request: HttpRequest, pk: int) -> JsonResponse:
    """The outline of a run and its first frames; with `page` those of that page alone."""
    story = _story(request, pk)
    if "page" not in request.GET:
        return JsonResponse({**story.outline(), "frames": story.frames(0)})
    return JsonResponse({"frames": story.frames(_page(request, story))})


@require_safe
def moves(request: HttpRequest, pk: int) -> HttpResponse:
    """A page of what was done, to be put into the page: of a run, or with `beside` of the other."""
    stories = _stories(request, pk)
    try:
        story = stories["beside" in request.GET]
    except IndexError as error:
        raise Http404("there is no other run") from error
    telling = Telling.of(story, stories, _page(request, story))
    return render(request, "replay/moments.html", {"telling": telling})


def _show(request: HttpRequest, pk: int) -> HttpResponse:
    """The page.

    :raises Http404: if a run may not be seen, or the two are on different deals.
    """
    stories = _stories(request, pk)
    race = stories[0].entry.race
    length = max(story.length for story in stories)
    number, ms = _moment(request, stories[0])
    numbers = (number, *(story.number_at(ms) for story in stories[1:]))
    pages = [number // PAGE for number in numbers]
    for story, page in zip(stories, pages, strict=True):
        story.prepare(page)
    tellings = [Telling.of(s, stories, page) for s, page in zip(stories, pages, strict=True)]
    seen = Entry.objects.filter(replayable_by(known_player(request), now()))
    others = seen.same_deal(stories[0].entry).exclude(pk=pk)
    context = {
        "stories": stories,
        "race": race,
        "title": title(race.rules),
        "variant": variant(race.rules),
        "help": help_url(race.rules),
        "others": results(others.select_related("player", "race")[:COMPARED]),
        "length": length,
        "remarks": [Remark(story.analysis, story) for story in stories if story.analysis],
        "tellings": [(telling, telling.story.chart(length)) for telling in tellings],
        "speeds": SPEEDS,
        "jumps": [
            ("deal", _("Deal"), _("Previous deal"), _("Next deal")),
            ("undo", _("Undo"), _("Previous undo"), _("Next undo")),
            ("long", _("Long thought"), _("Previous long thought"), _("Next long thought")),
            ("wasted", _("Detour"), _("Previous detour"), _("Next detour")),
            ("lost", _("Lost"), _("Back to the move that lost"), _("To the move that lost")),
        ],
        "page": {
            "game": race.game,
            "counted": counting(race.rules).words,
            "runs": [reverse("replay-data", args=[story.entry.pk]) for story in stories],
        },
    }
    return render(request, "replay.html", context)


def _stories(request: HttpRequest, pk: int) -> list[Story]:
    """The run of an entry, and the one that the query puts beside it.

    :raises Http404: if one may not be seen, or the two are on different deals.
    """
    stories = [_story(request, pk)]
    if beside := request.GET.get("with", ""):
        stories.append(_story(request, _number(beside)))
        race, other = (story.entry.race for story in stories)
        if (other.deal_id, other.rules) != (race.deal_id, race.rules):
            raise Http404("two runs on different deals")
    return stories


def _story(request: HttpRequest, pk: int) -> Story:
    """The run of an entry.

    :raises Http404: if there is none, or the visitor may not see it.
    """
    player = known_player(request)
    entries = Entry.objects.filter(replayable_by(player, now()))
    entry = get_object_or_404(entries.select_related("player", "race__deal"), pk=pk)
    analysis = Analysis.objects.readable_by(player, now()).filter(entry=pk).first()
    if analysis is not None:
        analysis.entry = entry
    return Story(entry, analysis)


def _page(request: HttpRequest, story: Story) -> int:
    """The page of a run that the query asks for.

    :raises Http404: if there is none.
    """
    page = _count(request.GET.get("page", "0"))
    if page is None or page >= story.pages:
        raise Http404("no such page")
    return page


def _moment(request: HttpRequest, story: Story) -> tuple[int, int]:
    """The action that the query names, and its time; the deal if it names none."""
    number, seconds = _count(request.GET.get("n", "")), request.GET.get("t", "")
    if number is not None:
        number = min(number, story.last)
        return number, story.ms_of(number)
    ms = round(float(seconds) * 1000) if SECONDS.fullmatch(seconds) else 0
    return story.number_at(ms), ms


def _count(text: str) -> int | None:
    return int(text) if COUNT.fullmatch(text) else None


def _number(text: str) -> int:
    number = row_number(text)
    if number is None:
        raise Http404(f"no entry {text[:20]!r}")
    return number
