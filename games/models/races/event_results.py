"""The standings of events, from the settled runs of their tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, Final

from django.db.models import Exists, OuterRef

from games import racing
from games.models.database.instants import to_ms
from games.models.races.entry import Entry
from games.models.races.event import Event, Round
from games.models.races.race import Race

FIELDS: Final = (
    *("race__round__number", "player", "void_reason"),
    *("state", "progress", "progress_at", "moves", "time_ms"),
)


def arrival(player: int, run: racing.Run, void_reason: str = "") -> racing.Arrival:
    """Return what a run counts as: nothing if no card was moved, or if staff voided it."""
    raced = run.moves > 0 or run.state is racing.RunState.WON
    key = racing.rank_key(run) if raced and not void_reason else None
    return racing.Arrival(player, key)


def results(
    event: Event, only: Collection[int] | None = None
) -> tuple[tuple[int, racing.Arrivals], ...]:
    """Return the runs of the rounds that are over, by number from 0. Costs a query.

    `only` are numbers from 1: the rounds that are needed, if not all. A round counts once all of
    its tables are closed.
    """
    open_ones = Race.objects.filter(round=OuterRef("race__round"), closed_at=None)
    entries = Entry.objects.filter(~Exists(open_ones), race__round__event=event)
    if only is not None:
        entries = entries.filter(race__round__number__in=only)
    found: dict[int, list[racing.Arrival]] = defaultdict(list)
    for number, player, void_reason, state, progress, progress_at, moves, time in entries.order_by(
        "race__round__number", "pk"
    ).values_list(*FIELDS):
        run = racing.Run(racing.RunState(state), progress, progress_at, moves=moves, time=time)
        found[number - 1].append(arrival(player, run, void_reason))
    return tuple((number, tuple(runs)) for number, runs in found.items())


def wins(event: Event, number: int) -> Mapping[int, racing.Arrival]:
    """Return those who have won at the closed tables of a round, by player. Costs a query.

    A win that staff voided is among them, and counts as nothing.
    """
    won = Entry.objects.filter(
        race__round__event=event,
        race__round__number=number,
        race__closed_at__isnull=False,
        state=racing.RunState.WON,
    )
    return {
        entry.player_id: arrival(entry.player_id, entry.settled_run, entry.void_reason)
        for entry in won
    }


def value(event: Event) -> racing.Event:
    """Return an event as a value. Costs two queries."""
    return as_value(event, event.rounds.order_by("number"), results(event))


def as_value(
    event: Event, rounds: Any, found: tuple[tuple[int, racing.Arrivals], ...]
) -> racing.Event:
    """Return an event as a value, with these rounds and results."""
    return racing.Event(
        first_start=to_ms(event.starts_at),
        pause=event.pause,
        rounds=tuple(
            racing.EventRound(one.rules, one.wished_difficulty, one.limit_s * 1000)
            for one in rounds
        ),
        results=found,
    )


def replayed(one: Round) -> Mapping[int, racing.Arrival]:
    """Return the runs of a round by player, derived from the stored actions alone.

    Those of tables whose actions were removed are missing.
    """
    found: dict[int, racing.Arrival] = {}
    tables = one.tables.filter(actions_removed_at=None).select_related("deal")
    for table in tables.order_by("pk"):
        for seat in table.replay().close(to_ms(one.ends_at)).seats:
            if seat.player in found:
                raise ValueError(f"{one}: player {seat.player} has two seats")
            found[seat.player] = arrival(seat.player, seat.run, seat.void_reason)
    return found
