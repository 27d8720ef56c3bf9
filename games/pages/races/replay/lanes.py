"""The lanes of a replay: everyone in the race at one moment."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, prefetch_related_objects

from games.models import Entry
from games.models.races.entry import EntryQuerySet
from games.pages.races.replay.replayed_run import ReplayedRun
from games.pages.races.results import Result


@dataclass(frozen=True)
class Lane:
    """A run as a line among others, and whether its cards are shown."""

    result: Result
    is_shown: bool
    colour: int
    """The number of the seat whose colour it has: a run of another race takes the next."""

    @property
    def entry(self) -> Entry:
        """The entry of the run."""
        return self.result.entry

    @property
    def ended(self) -> int:
        """The milliseconds from the start to the last action."""
        return self.entry.last_at or 0

    def outline(self) -> dict[str, Any]:
        """Return the run's pace for the page's module."""
        entry = self.entry
        return {
            "entry": entry.pk,
            "points": entry.pace(),
            "ended": self.ended,
            "time": entry.time_ms,
        }


def lanes(visible: EntryQuerySet, runs: Collection[ReplayedRun]) -> list[Lane]:
    """Return a lane for each visible run of the first run's race, and for the other shown one.

    By place; empty if there is but one.
    """
    first, *_beside = (run.entry for run in runs)
    shown = {run.entry.pk for run in runs}
    found = visible.filter(Q(race=first.race_id) | Q(pk__in=shown), last_at__isnull=False)
    entries = sorted(
        found,
        key=lambda entry: (entry.race_id != first.race_id, entry.place or math.inf, entry.seat),
    )
    if len(entries) < 2:
        return []
    # Not sooner: the actions of a lone run have been read already.
    prefetch_related_objects(entries, "actions")
    last = max(entry.seat for entry in entries if entry.race_id == first.race_id)
    return [
        Lane(Result(entry), entry.pk in shown, _colour(entry, first, last)) for entry in entries
    ]


def _colour(entry: Entry, first: Entry, last: int) -> int:
    return entry.seat if entry.race_id == first.race_id else last + 1
