"""The runs that the visitor may watch."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from games.models import Entry
from games.models.races.entry import EntryQuerySet
from games.models.visibility import replayable_beside, replayable_by
from games.pages.people.visitor import known_player
from games.pages.site.clock import now


def visible_runs(request: HttpRequest) -> EntryQuerySet:
    """Return the runs that the visitor may watch move by move, with their players and deals."""
    seen = Entry.objects.filter(replayable_by(known_player(request), now()))
    return seen.told_apart().select_related("race__deal")


def runs_beside(entry: Entry) -> EntryQuerySet:
    """Return the runs on the deal of a run that the visitor may watch, that run too."""
    return Entry.objects.filter(replayable_beside(entry)).told_apart().select_related("race__deal")


def visible_run(request: HttpRequest, pk: int) -> Entry:
    """Return the run of an entry.

    :raises Http404: if there is none, or the visitor may not see it.
    """
    return get_object_or_404(visible_runs(request), pk=pk)
