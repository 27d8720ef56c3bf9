"""The pages of runs that are over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Analysis, Entry
from games.pages.clock import now
from games.pages.guests import known_player
from games.pages.howto.links import help_url
from games.pages.labels import title, variant
from games.pages.remarks import Remark
from games.pages.replays.moments import Moment
from games.pages.replays.story import Story
from games.pages.replays.unseen import unseen
from games.pages.results import results

COMPARED: Final = 50
"""So many other runs are offered for comparison."""

SPEEDS: Final = (1, 2, 4, 8, 16)


@require_safe
def replay(request: HttpRequest, pk: int) -> HttpResponse:
    """A run to look at, and with `with` in the query another on the same deal beside it."""
    try:
        return _show(request, pk, request.GET.get("with", ""))
    except Http404:
        return unseen(request, pk)


@require_safe
def data(request: HttpRequest, pk: int) -> JsonResponse:
    """The frames of a run."""
    return JsonResponse(_story(request, pk).data())


def _show(request: HttpRequest, pk: int, beside: str) -> HttpResponse:
    """The page.

    :raises Http404: if a run may not be seen, or the two are on different deals.
    """
    stories = [_story(request, pk)]
    race = stories[0].entry.race
    if beside:
        stories.append(_story(request, _number(beside)))
        other = stories[1].entry.race
        if (other.deal_id, other.rules) != (race.deal_id, race.rules):
            raise Http404("two runs on different deals")
    length = max(story.length for story in stories)
    others = (
        Entry.objects.replayable_by(known_player(request), now()).same_deal(race).exclude(pk=pk)
    )
    context = {
        "stories": stories,
        "race": race,
        "title": title(race.rules),
        "variant": variant(race.rules),
        "help": help_url(race.rules),
        "others": results(others.select_related("player", "race")[:COMPARED]),
        "length": length,
        "remarks": [Remark(story.analysis, story) for story in stories if story.analysis],
        "tellings": [
            (story, story.chart(length), list(_rows(story, stories))) for story in stories
        ],
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
            "runs": [reverse("replay-data", args=[story.entry.pk]) for story in stories],
        },
    }
    return render(request, "replay.html", context)


def _story(request: HttpRequest, pk: int) -> Story:
    """The run of an entry.

    :raises Http404: if there is none, or the visitor may not see it.
    """
    player = known_player(request)
    entries = Entry.objects.replayable_by(player, now())
    entry = get_object_or_404(entries.select_related("player", "race__deal"), pk=pk)
    analysis = Analysis.objects.readable_by(player, now()).filter(entry=pk).first()
    if analysis is not None:
        analysis.entry = entry
    return Story(entry, analysis)


def _rows(story: Story, stories: Sequence[Story]) -> Iterator[tuple[Moment, str]]:
    """What was done, and the query that leads to the moment."""
    beside = f"with={stories[1].entry.pk}&" if len(stories) > 1 else ""
    for moment in story.moments:
        frame = moment.frame
        place = f"n={frame.number}" if story is stories[0] else f"t={frame.ms / 1000:g}"
        yield moment, f"?{beside}{place}"


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise Http404(f"no entry {text!r}")
    return int(text)
