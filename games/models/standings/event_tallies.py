"""The points of the rounds that are over, kept between looks at an event.

They follow from the runs, which are thousands in a large event, and whose places hardly ever
change: only staff and merged accounts change a round that is over.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from django.db.models import Count, Q, Sum

from games.models.races.event import Event
from games.models.races.event_results import results
from games.models.races.race import Race
from games.racing import EventTally
from games.racing.event import places

KEPT: Final = 50
"""How many events to keep; one with a thousand players takes about a megabyte."""


@dataclass(frozen=True)
class RoundMark:
    """What tells whether the tables of a round have changed since the last look."""

    tables: int
    still_open: int
    """How many of its tables are open."""
    versions: int
    """The sum of the versions of its tables, each of which only grows."""


@dataclass(frozen=True)
class Settled:
    """The points of the rounds that are over."""

    marks: Mapping[int, RoundMark] = field(default_factory=dict)
    """These rounds, by number."""
    raced: Mapping[int, int] = field(default_factory=dict)
    """How many players had a seat in each."""
    firsts: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Who shares the first place of each; nobody if no card was moved."""
    tally: EventTally = field(default_factory=EventTally)


NOTHING: Final = Settled()


class EventTallies:
    """The tallies of the events that this process looked at last: a cache, and never the truth."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Settled] = OrderedDict()
        """By code, the one looked at last at the end."""
        self._lock = Lock()

    def settled(self, event: Event, marks: Mapping[int, RoundMark]) -> Settled:
        """Return the points of the rounds that are over. Costs a query if one is new.

        `marks` are those of all rounds, read just now.
        """
        over = {number: mark for number, mark in marks.items() if not mark.still_open}
        with self._lock:
            known = self._kept.get(event.code, NOTHING)
        if known.marks != over:
            if not known.marks.items() <= over.items():
                known = NOTHING
            known = _after(event, known, over)
        with self._lock:
            self._kept[event.code] = known
            self._kept.move_to_end(event.code)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return known


def round_marks(event: Event) -> Mapping[int, RoundMark]:
    """Return the marks of the rounds that have tables, by number. Costs a query."""
    tables = Race.objects.filter(round__event=event).order_by().values_list("round__number")
    marked = tables.annotate(
        Count("pk"), still_open=Count("pk", filter=Q(closed_at=None)), versions=Sum("version")
    )
    return {number: RoundMark(*mark) for number, *mark in marked}


def _after(event: Event, known: Settled, over: Mapping[int, RoundMark]) -> Settled:
    """Return the points after the rounds that are over now; the order doesn't matter."""
    raced, firsts, tally = dict(known.raced), dict(known.firsts), known.tally
    for number, arrivals in results(event, over.keys() - known.marks.keys()):
        raced[number + 1] = len(arrivals)
        reached = places(arrivals)
        firsts[number + 1] = tuple(sorted(who for who, place in reached.items() if place == 1))
        tally = tally.after(arrivals)
    return Settled(over, raced, firsts, tally)


event_tallies: Final = EventTallies()
