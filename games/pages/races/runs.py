"""The runs that the visitor may watch."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games.models import Entry
from games.models.races.entry import EntryQuerySet
from games.models.visibility import open_to, replayable_beside, with_actions
from games.pages.people.visitor import known_player
from games.pages.site.clock import now


class RemovedError(Http404):
    """The visitor might watch a run, but the site has removed its moves for their age."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry


def open_runs(request: HttpRequest) -> EntryQuerySet:
    """Return the runs whose every move the visitor may know, with their players and deals.

    The moves of some may have been removed.
    """
    seen = Entry.objects.filter(open_to(known_player(request), now()))
    return seen.told_apart().select_related("race__deal")


def visible_runs(request: HttpRequest) -> EntryQuerySet:
    """Return the runs that the visitor may watch move by move, with their players and deals."""
    return open_runs(request).filter(with_actions())


def runs_beside(entry: Entry) -> EntryQuerySet:
    """Return the runs on the deal of a run that the visitor may watch, that run too."""
    return Entry.objects.filter(replayable_beside(entry)).told_apart().select_related("race__deal")


def visible_run(request: HttpRequest, pk: int) -> Entry:
    """Return the run of an entry.

    :raises RemovedError: if its moves were removed.
    :raises Http404: if there is none, or the visitor may not see it.
    """
    entry: Entry = get_object_or_404(open_runs(request), pk=pk)
    if entry.race.actions_removed_at is not None:
        raise RemovedError(entry)
    return entry
