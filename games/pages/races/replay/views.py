"""The pages of finished runs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Analysis, Entry
from games.pages.deals.counting import counting
from games.pages.deals.labels import title, variant
from games.pages.howto.links import help_url
from games.pages.races.previews.preview import preview_tags
from games.pages.races.previews.words import run_preview
from games.pages.races.replay.embed import embedding
from games.pages.races.replay.hidden_run import hidden_run, removed_run
from games.pages.races.replay.hindsight import Remark
from games.pages.races.replay.lanes import Lane, lanes
from games.pages.races.replay.move_list import MoveList
from games.pages.races.replay.replayed_run import PAGE, ReplayedRun
from games.pages.races.replay.still_board import still_board
from games.pages.races.results import results
from games.pages.races.runs import RemovedError, find_run, runs_beside, visible_run
from games.pages.site.clock import now
from games.pages.site.converters import row_number
from games.pages.site.strangers import shared_by_strangers

MOST_OTHERS: Final = 50
"""How many other runs are offered for comparison."""

COUNT: Final = re.compile("[0-9]{1,6}")
SECONDS: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,3})?")
"""How an address names an action or a time; frontend/src/replay/address.js reads the same."""

SPEEDS: Final = (1, 2, 4, 8, 16)


@require_safe
@shared_by_strangers
def replay(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a run, and beside it the one that `with` in the query names, on the same deal.

    The list opens on the moment that the query names: `n` is an action, `t` a time in seconds.
    """
    try:
        return _show(request, pk)
    except RemovedError as error:
        return removed_run(request, error.entry)
    except Http404:
        return hidden_run(request, pk)


@require_safe
def data(request: HttpRequest, pk: int) -> JsonResponse:
    """Send a run's outline and its first frames; with `page`, only that page's frames."""
    run = _run(visible_run(request, pk))
    if "page" not in request.GET:
        return JsonResponse({**run.outline(), "frames": run.frames(0)})
    return JsonResponse({"frames": run.frames(_page(request, run))})


@require_safe
def moves(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a page of the move list as a fragment; with `beside`, of the other run."""
    runs = _runs(request, visible_run(request, pk))
    try:
        run = runs["beside" in request.GET]
    except IndexError as error:
        raise Http404("there is no other run") from error
    move_list = MoveList.of(run, runs, _page(request, run))
    return render(request, "races/replay/moments.html", {"move_list": move_list})


def _show(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the page of one run or of two.

    :raises Http404: if the visitor may not see a run, or the two are on different deals.
    """
    entry, public = find_run(request, pk)
    runs = _runs(request, entry)
    race = entry.race
    beside = runs_beside(entry)
    track = lanes(beside, runs)
    length = max(run.length for run in runs)
    number, ms = _moment(request, runs[0])
    numbers = (number, *(run.number_at(ms) for run in runs[1:]))
    pages = [number // PAGE for number in numbers]
    # Without scripts, a page shows the chosen moment or how the run ended.
    stills = numbers if {"n", "t"} & request.GET.keys() else [run.last for run in runs]
    for run, page, still in zip(runs, pages, stills, strict=True):
        run.prepare(page, still)
    move_lists = [MoveList.of(run, runs, page) for run, page in zip(runs, pages, strict=True)]
    others = beside.same_deal(entry).exclude(pk=pk)
    seat = entry.as_seat(entry.settled_run)
    context = {
        "preview": preview_tags(request, run_preview(seat, race.rules), "run-picture", pk),
        "runs": runs,
        "shown": _shown(runs, stills, track),
        "lanes": track,
        "race": race,
        "title": title(race.rules),
        "variant": variant(race.rules),
        "help": help_url(race.rules),
        "others": results(others[:MOST_OTHERS]),
        "length": length,
        "remarks": [Remark(run.analysis, run) for run in runs if run.analysis],
        "move_lists": [(move_list, move_list.run.chart(length)) for move_list in move_lists],
        "embed": embedding(request, entry) if public else None,
        "speeds": SPEEDS,
        "jumps": [(*jump, any(run.has(jump[0]) for run in runs)) for jump in _jumps()],
        "page": {
            "game": race.game,
            "counted": counting(race.rules).words,
            "runs": [reverse("replay-data", args=[run.entry.pk]) for run in runs],
            "lanes": [lane.outline() for lane in track],
        },
    }
    return render(request, "races/replay.html", context)


def _shown(
    runs: Iterable[ReplayedRun], stills: Iterable[int], track: Iterable[Lane]
) -> list[tuple[ReplayedRun, dict[str, Any], int | None]]:
    """Return the runs, each with its still board and the colour of its lane, if it has one."""
    colours = {lane.entry.pk: lane.colour for lane in track}
    return [
        (run, _still(run, still), colours.get(run.entry.pk))
        for run, still in zip(runs, stills, strict=True)
    ]


def _still(run: ReplayedRun, number: int) -> dict[str, Any]:
    """Return a moment and its board, for a page without scripts."""
    shown = run.moment(number)
    return {"moment": shown, "piles": still_board(shown.frame.board)}


def _jumps() -> list[tuple[str, str, str, str]]:
    """Return the marks between which the page jumps: each with its label and its two buttons'."""
    return [
        ("deal", _("Deal"), _("Previous deal"), _("Next deal")),
        ("undo", _("Undo"), _("Previous undo"), _("Next undo")),
        ("long", _("Long think"), _("Previous long think"), _("Next long think")),
        ("wasted", _("Detour"), _("Previous detour"), _("Next detour")),
        ("lost", _("Lost"), _("Back to the losing move"), _("Forward to the losing move")),
    ]


def _runs(request: HttpRequest, entry: Entry) -> list[ReplayedRun]:
    """Return a run, and the one that the query puts beside it.

    :raises Http404: if the visitor may not see the other, or it is on another deal.
    """
    runs = [_run(entry)]
    if beside := request.GET.get("with", ""):
        runs.append(_run(visible_run(request, _number(beside))))
        race, other = (run.entry.race for run in runs)
        if (other.deal_id, other.rules) != (race.deal_id, race.rules):
            raise Http404("two runs on different deals")
    return runs


def _run(entry: Entry) -> ReplayedRun:
    """Return a run, with its analysis if it may be read."""
    analysis = Analysis.objects.told(now()).filter(entry=entry).first()
    if analysis is not None:
        analysis.entry = entry
    return ReplayedRun(entry, analysis)


def _page(request: HttpRequest, run: ReplayedRun) -> int:
    """Return the page number that the query asks for.

    :raises Http404: if the run has no such page.
    """
    page = _count(request.GET.get("page", "0"))
    if page is None or page >= run.pages:
        raise Http404("no such page")
    return page


def _moment(request: HttpRequest, run: ReplayedRun) -> tuple[int, int]:
    """Return the action that the query names, and its time; the deal if it names none."""
    number, seconds = _count(request.GET.get("n", "")), request.GET.get("t", "")
    if number is not None:
        number = min(number, run.last)
        return number, run.ms_of(number)
    ms = round(float(seconds) * 1000) if SECONDS.fullmatch(seconds) else 0
    return run.number_at(ms), ms


def _count(text: str) -> int | None:
    return int(text) if COUNT.fullmatch(text) else None


def _number(text: str) -> int:
    number = row_number(text)
    if number is None:
        raise Http404(f"no entry {text[:20]!r}")
    return number
