"""Ghosts: finished runs to race against on the same deal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import Entry, Proof, Race
from games.models.play.ghost import is_similar, solution, solver_pace, usual_time
from games.models.play.practice import SecretDealError, practise_on
from games.pages.deals.labels import title, variant
from games.pages.people.visitor import known_player, playing_visitor
from games.pages.races.previews.preview import preview_tags
from games.pages.races.previews.words import run_preview
from games.pages.races.replay.hidden_run import hidden_run, removed_run
from games.pages.races.results import results
from games.pages.races.runs import RemovedError, visible_run, visible_runs
from games.pages.site.clock import now
from games.pages.site.converters import row_number
from games.pages.site.times import clock_text
from games.racing import Kind
from games.spoken import spoken

MOST_GHOSTS: Final = 5
"""How many ghosts fit beside a table."""

OFFERED: Final = 20

SOLVER: Final = "solver"
"""What names the solver's own win in a query, where others are named by their entry."""


@require_http_methods(["GET", "HEAD", "POST"])
def race_run(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a run's result without its cards; a POST starts a practice against it."""
    try:
        entry = visible_run(request, pk)
    except RemovedError as error:
        return removed_run(request, error.entry)
    except Http404:
        return hidden_run(request, pk)
    if request.method == "POST":
        return _begin(request, entry)
    others = visible_runs(request).same_deal(entry).filter(last_at__isnull=False).exclude(pk=pk)
    seat = entry.as_seat(entry.settled_run)
    context = {
        "preview": preview_tags(request, run_preview(seat, entry.race.rules), "run-picture", pk),
        "result": results([entry])[0],
        "others": results(others[:OFFERED]),
        "title": title(entry.race.rules),
        "variant": variant(entry.race.rules),
        "most": MOST_GHOSTS,
        "chosen": _numbers(request.GET),
    }
    return render(request, "races/ghosts.html", context)


def _begin(request: HttpRequest, entry: Entry) -> HttpResponse:
    chosen = dict.fromkeys([entry.pk, *_numbers(request.POST)])
    try:
        race = practise_on(entry.race, playing_visitor(request), now, counting=True)
    except SecretDealError as error:
        messages.error(request, spoken(error.sentence))
        return redirect("race-run", entry.pk)
    query = urlencode({"ghost": list(chosen)[:MOST_GHOSTS]}, doseq=True)
    return redirect(f"{race.get_absolute_url()}?{query}")


def ghosts(request: HttpRequest, race: Race) -> list[dict[str, Any]]:
    """Return the ghosts that the query names: visible runs on this practice's deal, the solver."""
    if race.kind != Kind.SOLO:
        return []
    if SOLVER in request.GET.getlist("ghost"):
        proof = solution(race.deal, race.rules)
        return [] if proof is None else [_solver(request, proof)]
    if not (numbers := _numbers(request.GET)):
        return []
    found = visible_runs(request).filter(
        pk__in=numbers[:MOST_GHOSTS], race__deal__cards=race.deal.cards, race__rules=race.rules
    )
    entries = sorted(found.prefetch_related("actions"), key=lambda entry: numbers.index(entry.pk))
    player = known_player(request)
    usual = usual_time(player, race.rules) if player else None
    return [_ghost(entry, usual) for entry in entries]


def _ghost(entry: Entry, usual: int | None) -> dict[str, Any]:
    label = _("A run by %(name)s") % {"name": entry.player.name}
    if (time := entry.time_ms) is not None:
        label = f"{label}, {clock_text(time)}"
        if usual is not None and is_similar(time, usual):
            pace = _("about your pace")
            label = f"{label}, {pace}"
    return {
        "label": label,
        "entry": entry.pk,
        "name": entry.name,
        "points": entry.pace(),
        "ended": entry.last_at or 0,
        "time": entry.time_ms,
    }


def _solver(request: HttpRequest, proof: Proof) -> dict[str, Any]:
    player = known_player(request)
    points = solver_pace(proof, usual_time(player, proof.rules) if player else None)
    ended = points[-1].ms
    return {
        "label": _("The solver's run"),
        "entry": None,
        "name": _("Solver"),
        "points": points,
        "ended": ended,
        "time": ended,
    }


def _numbers(query: QueryDict) -> list[int]:
    """Return the entry numbers that a query names."""
    given: Iterable[str] = query.getlist("ghost")
    return [number for text in given if (number := row_number(text)) is not None]
