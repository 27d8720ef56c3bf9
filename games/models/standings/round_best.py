"""Who came first in the rounds of an event that are over, and with what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Exists, OuterRef, Q

from games.models.races.entry import Entry
from games.models.races.event import Event
from games.racing import RunState

NAMED: Final = 3
"""How many of those who share the first place are named."""

FIELDS: Final = (
    *("race__round__number", "pk", "player__name"),
    *("time_ms", "progress", "progress_at", "sooner"),
)

LATER: Final = Exists(
    Entry.objects.filter(
        race__round=OuterRef("race__round"),
        progress=OuterRef("progress"),
        progress_at__gt=OuterRef("progress_at"),
        time_ms=None,
        void_reason="",
        state__in=(RunState.ENDED, RunState.STUCK),
    )
)
"""Whether someone who stayed got as far in the round, later."""


@dataclass(frozen=True)
class RoundBest:
    """The first place of a round that is over."""

    names: tuple[str, ...]
    """The first few who share it."""
    count: int
    """How many share it."""
    time: int | None
    """The time of a win, in milliseconds; None if no one finished."""
    progress: int
    """How many cards the first brought home."""
    risen: bool
    """Whether that is more than the deal itself."""
    entry: int
    """The run of the first to be named."""
    sooner: bool = False
    """Whether others got as far later, when no one finished."""


def round_bests(event: Event, firsts: Mapping[int, tuple[int, ...]]) -> Mapping[int, RoundBest]:
    """Return the first places by the round's number. Costs a query unless there are none.

    `firsts` are the players in the first place.
    """
    named = [
        Q(race__round__number=number, player__in=players[:NAMED])
        for number, players in firsts.items()
        if players
    ]
    if not named:
        return {}
    runs = Entry.objects.filter(reduce(or_, named), race__round__event=event)
    runs = runs.annotate(sooner=LATER).order_by("player")
    found: dict[int, RoundBest] = {}
    for number, entry, name, time, progress, progress_at, sooner in runs.values_list(*FIELDS):
        first = found.get(number)
        found[number] = (
            RoundBest(
                names=(name,),
                count=len(firsts[number]),
                time=time,
                progress=progress,
                risen=bool(progress_at),
                entry=entry,
                sooner=time is None and sooner,
            )
            if first is None
            else replace(first, names=(*first.names, name))
        )
    return found
