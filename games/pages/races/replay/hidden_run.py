"""The pages in place of a run that the visitor can't watch."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.models import Entry
from games.models.visibility import is_race_hidden_from
from games.pages.people.visitor import known_player
from games.pages.races.results import Result
from games.pages.races.trial_page import TrialPage
from games.pages.races.visible_race import is_unknown
from games.pages.site.clock import now


def hidden_run(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer 403 if the visitor must first try the deal of the run, otherwise 404."""
    player = known_player(request)
    entry = Entry.objects.filter(pk=pk).select_related("race__deal").first()
    if entry is not None and is_race_hidden_from(entry.race, player, now()):
        trial = entry.race.deal.trial
        if not is_unknown(trial, player):
            context = {"trial": TrialPage.of(trial)}
            return render(request, "races/race/hidden.html", context, status=403)
    return render(request, "races/replay/none.html", status=404)


def removed_run(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Answer 410 with the result of a run whose moves were removed for their age."""
    return render(request, "races/replay/removed.html", {"result": Result(entry)}, status=410)
