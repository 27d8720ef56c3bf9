"""What the event socket reads of an event."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.db.models import Count, Q

from games import racing
from games.live.event_frames import EventStage, RoundStage, RoundState
from games.live.storage import in_closing_thread, in_database_thread
from games.models import Entry, Event, Player, Race, Round
from games.models.database.instants import to_ms
from games.models.races.event_results import arrival, as_value, results
from games.models.visibility import key_of_round
from games.racing import Arrivals


@dataclass(frozen=True)
class SeatedTable:
    """A table and who sits there, by seat."""

    code: str
    names: Mapping[int, str]
    """The names of its players, by player."""


@dataclass(frozen=True)
class StoredEvent:
    """An event as it is stored, with the tables of its latest round."""

    code: str
    version: int
    name: str
    stage: EventStage
    value: racing.Event
    rounds: tuple[RoundState, ...]
    players: frozenset[int]
    """Who takes part."""
    tables: tuple[SeatedTable, ...]
    latest: int
    """The number of the round of these tables; 0 before the first."""
    settled: Mapping[int, Arrivals] = field(default_factory=dict)
    """The results of the rounds that are over, by number."""

    @cached_property
    def tally(self) -> racing.EventTally:
        """What the players have won in the rounds that are over."""
        return replace(self.value, results=tuple(self._results())).tally

    def _results(self) -> Iterator[tuple[int, Arrivals]]:
        return ((number - 1, runs) for number, runs in sorted(self.settled.items()))


@in_database_thread
def versions(codes: Collection[str]) -> Mapping[str, int]:
    """Return the versions of some events, by code."""
    return dict(Event.objects.filter(code__in=codes).values_list("code", "version"))


@in_closing_thread
def load(code: str, now: int, known: Mapping[int, Arrivals]) -> StoredEvent | None:
    """Return an event, if there is one; `known` are results that need not be read again."""
    event = Event.objects.filter(code=code).first()
    return None if event is None else read(event, now, known)


def read(event: Event, now: int, known: Mapping[int, Arrivals]) -> StoredEvent:
    """Return an event as it is stored. Costs about six queries."""
    raced = Count("tables__entries")
    open_tables = Count("tables", filter=Q(tables__closed_at=None), distinct=True)
    counted = event.rounds.select_related("deal").annotate(raced=raced, open=open_tables)
    rounds = list(counted.order_by("number"))
    for one in rounds:
        one.event = event
    latest = max((one.number for one in rounds if one.seated_at is not None), default=0)
    found = {number + 1: runs for number, runs in results(event, known)}
    settled = {**known, **found}
    return StoredEvent(
        code=event.code,
        version=event.version,
        name=event.name,
        stage=_stage(event.state(now)),
        value=as_value(event, rounds, ()),
        rounds=tuple(_round(one, now) for one in rounds),
        players=frozenset(
            event.participations.filter(left_at=None).values_list("player", flat=True)
        ),
        tables=_tables(event, latest),
        latest=latest,
        settled=settled,
    )


@in_database_thread
def names(players: Collection[int]) -> Mapping[int, str]:
    """Return the names of some players."""
    return dict(Player.objects.filter(pk__in=players).values_list("pk", "name"))


@in_closing_thread
def winners(codes: Collection[str]) -> Mapping[int, racing.Run]:
    """Return the runs at open tables that have won already, replayed from their actions."""
    found = {}
    for race in Race.objects.filter(code__in=codes, closed_at=None).select_related("deal"):
        for seat in race.replay().seats:
            if seat.run.state is racing.RunState.WON:
                found[seat.player] = seat.run
    return found


def standings(
    event: StoredEvent, won: Mapping[int, racing.Run]
) -> tuple[racing.EventStanding, ...]:
    """Return the standings, with those who have won at tables that are still open."""
    tally = event.tally
    if won and event.latest not in event.settled:
        tally = tally.after(arrival(player, run) for player, run in won.items())
    return tally.standings()


def _stage(state: str) -> EventStage:
    stages: Mapping[str, EventStage] = {
        "coming": "coming",
        "on": "on",
        "over": "over",
        "called-off": "called-off",
    }
    return stages[state]


def _round(one: Round, now: int) -> RoundState:
    return RoundState(
        number=one.number,
        state=_round_stage(one, now),
        starts_at=to_ms(one.starts_at),
        ends_at=to_ms(one.ends_at),
        commitment=None if one.deal is None else one.deal.commitment,
        key=key_of_round(one, now),
        raced=getattr(one, "raced", 0),
    )


def _round_stage(one: Round, now: int) -> RoundStage:
    if one.is_called_off:
        return "called-off"
    if one.seated_at is None and now < to_ms(one.ends_at):
        return "coming"
    if now < to_ms(one.starts_at):
        return "seated"
    return "running" if now < to_ms(one.ends_at) or getattr(one, "open", False) else "over"


def _tables(event: Event, latest: int) -> tuple[SeatedTable, ...]:
    seats = Entry.objects.filter(race__round__event=event, race__round__number=latest)
    found: dict[str, dict[int, str]] = {}
    fields = ("race__code", "player", "player__name")
    for code, player, name in seats.order_by("race", "seat").values_list(*fields):
        found.setdefault(code, {})[player] = name
    return tuple(SeatedTable(code, seated) for code, seated in found.items())
