"""Events as streams and webhooks tell them: what happened, with the race as it is now."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from django.db.models import Exists, Min, OuterRef, Q
from django.utils import timezone
from msgspec import Meta, Struct

from games.api.requests.schemas import Instant
from games.api.resources.races import RaceDocument, RunFigures, race_document, race_documents
from games.models import Entry, Race, RaceEvent
from games.models.visibility import announced, told_to_all
from games.racing import Run

AT_ONCE: Final = 500
"""How many events are read, or missed and sent again, at once."""


What: TypeAlias = Literal[
    "now",
    "opened",
    "changed",
    "countdown",
    "started",
    "progress",
    "over",
    "gone",
    "challenged",
    "test",
]


class RunNow(RunFigures, frozen=True):
    """How far a player has come in a race that is on."""

    player: Annotated[int, Meta(description="The player's number.")]


class EventDocument(Struct, frozen=True):
    """What happened to a race, and the race as it is when this is sent."""

    id: Annotated[
        int | None,
        Meta(description="Send it as `Last-Event-ID` to resume; null in `progress` and `test`."),
    ]
    event: Annotated[
        What,
        Meta(description="What happened. `now` begins a stream; `test` comes only to webhooks."),
    ]
    at: Instant
    code: Annotated[str | None, Meta(description="The race's code; null in `test` and most `now`.")]
    race: Annotated[
        RaceDocument | None,
        Meta(description="The race; null in `progress` and `test`, and if it is gone."),
    ]
    runs: Annotated[list[RunNow], Meta(description="In `progress`: the runs that have moved.")] = []


@dataclass(frozen=True)
class Facts:
    """Whom a race's events concern."""

    is_public: bool
    players: frozenset[int]


@dataclass(frozen=True)
class Told:
    """An event, and whom it concerns."""

    document: EventDocument
    facts: Facts
    only: int | None = None
    """The player whom alone it concerns."""

    @property
    def number(self) -> int:
        """The number of a stored event; 0 for progress, which isn't stored."""
        return self.document.id or 0


@dataclass(frozen=True)
class Topic:
    """What a stream tells of: a race, what concerns a player, or else all public races."""

    code: str = ""
    player: int = 0

    def rows(self) -> Q:
        """Return the condition for the stored events."""
        if self.code:
            return Q(code=self.code, player=None)
        if self.player:
            mine = Entry.objects.filter(player=self.player, race=OuterRef("race"))
            return Q(player=self.player) | Q(Exists(mine), player=None)
        return Q(told_to_all())

    def covers(self, told: Told) -> bool:
        """Tell whether an event belongs to the stream, as `rows` does."""
        if self.player:
            return self.player == told.only or (
                told.only is None and self.player in told.facts.players
            )
        if told.only is not None:
            return False
        return self.code == told.document.code if self.code else told.facts.is_public


def read_events(after: int, rows: Q | None = None) -> list[Told]:
    """Return the next events with higher numbers, in order."""
    RaceEvent.objects.number_new()
    wanted = RaceEvent.objects.filter(rows or Q(), number__gt=after)
    found: list[Any] = list(wanted.annotate(is_public=told_to_all()).order_by("number")[:AT_ONCE])
    races = race_documents(Race.objects.filter(pk__in={event.race_id for event in found}))
    return [
        Told(
            EventDocument(
                id=event.number,
                event=event.kind,
                at=event.at,
                code=event.code,
                race=(race := races.get(event.race_id or 0)),
            ),
            Facts(
                is_public=event.is_public,
                players=frozenset(seat.player.id for seat in race.seats) if race else frozenset(),
            ),
            event.player_id,
        )
        for event in found
    ]


def read_facts(codes: Collection[str]) -> Mapping[str, Facts]:
    """Return whom the progress of some races concerns, by code."""
    races = Race.objects.filter(announced(), code__in=codes)
    public = frozenset(races.values_list("code", flat=True))
    players: dict[str, set[int]] = {code: set() for code in codes}
    seats = Entry.objects.filter(race__code__in=codes).values_list("race__code", "player")
    for code, player in seats:
        players[code].add(player)
    return {code: Facts(code in public, frozenset(players[code])) for code in codes}


def begin(topic: Topic, after: int | None) -> tuple[list[Told], int]:
    """Return the first events of a stream, and the number after which it goes on.

    These are the events missed since `after`. If that isn't known, or too long ago, the first is
    `now`, with the race that the topic names.
    """
    RaceEvent.objects.number_new()
    last = RaceEvent.objects.last_number()
    if after is not None and _is_kept(after, last):
        missed = read_events(after, topic.rows())
        if len(missed) < AT_ONCE:
            return missed, max(last, *(told.number for told in missed)) if missed else last
    row = Race.objects.select_related("deal").filter(code=topic.code).first()
    race = None if row is None else race_document(row)
    document = EventDocument(last, "now", timezone.now(), topic.code or None, race)
    return [Told(document, Facts(is_public=False, players=frozenset()))], last


def progress(code: str, runs: Mapping[int, Run], facts: Facts, at: datetime) -> Told:
    """Return the event of runs that have moved on, by player."""
    moved = [
        RunNow(run.state, run.progress, run.moves, run.undos, run.time, player)
        for player, run in runs.items()
    ]
    document = EventDocument(None, "progress", at, code, None, moved)
    return Told(document, facts)


def encoded(document: EventDocument) -> bytes:
    """Return an event as JSON."""
    return msgspec.json.encode(document)


def _is_kept(after: int, last: int) -> bool:
    """Tell whether all events after a number are still stored."""
    first = RaceEvent.objects.aggregate(first=Min("number"))["first"] or 1
    return first - 1 <= after <= last
