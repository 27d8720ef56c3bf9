"""The runs that the visitor may watch."""

from __future__ import annotations

from typing import NamedTuple

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games.models import Entry, Player
from games.models.races.entry import EntryQuerySet
from games.models.visibility import open_to, replayable_beside, with_actions
from games.pages.people.visitor import known_player
from games.pages.site.clock import now


class RemovedError(Http404):
    """The visitor might watch a run, but the site has removed its moves for their age."""

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry


def runs_open_to(player: Player | None) -> EntryQuerySet:
    """Return the runs whose every move a player may know, or everyone; see `open_runs`."""
    seen = Entry.objects.filter(open_to(player, now()))
    return seen.told_apart().select_related("race__deal")


def open_runs(request: HttpRequest) -> EntryQuerySet:
    """Return the runs whose every move the visitor may know, with their players and deals.

    The moves of some may have been removed.
    """
    return runs_open_to(known_player(request))


def visible_runs(request: HttpRequest) -> EntryQuerySet:
    """Return the runs that the visitor may watch move by move, with their players and deals."""
    return open_runs(request).filter(with_actions())


def runs_beside(entry: Entry) -> EntryQuerySet:
    """Return the runs on the deal of a run that the visitor may watch, that run too."""
    return Entry.objects.filter(replayable_beside(entry)).told_apart().select_related("race__deal")


class VisibleRun(NamedTuple):
    """A run that a visitor may watch, and whether everyone may."""

    entry: Entry
    public: bool


def find_run(request: HttpRequest, pk: int) -> VisibleRun:
    """Return the run of an entry.

    :raises RemovedError: if its moves were removed.
    :raises Http404: if there is none, or the visitor may not see it.
    """
    # What everyone may see, this visitor may: mostly one question answers both, and it costs much.
    found = runs_open_to(None).filter(pk=pk).first()
    public = found is not None
    if found is None:
        found = get_object_or_404(open_runs(request), pk=pk)
    if found.race.actions_removed_at is not None:
        raise RemovedError(found)
    return VisibleRun(found, public)


def visible_run(request: HttpRequest, pk: int) -> Entry:
    """Return the run of an entry: see `find_run`."""
    return find_run(request, pk).entry
