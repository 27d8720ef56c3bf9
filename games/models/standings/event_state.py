"""An event as it stands: what its page, its socket and the API show of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Count

from games import racing
from games.models.database.instants import to_ms
from games.models.races.entry import Entry
from games.models.races.event import Event, Round
from games.models.races.event_results import arrival, wins
from games.models.standings.event_tallies import RoundMark, event_tallies, round_marks
from games.models.standings.round_best import RoundBest, round_bests
from games.models.visibility import keys_of_rounds, names_ahead
from games.racing import Arrival, EventStage, EventStanding, EventTally, RoundStage, Run


@dataclass(frozen=True)
class StoredRound:
    """A round as it stands."""

    number: int
    state: RoundStage
    starts_at: int
    ends_at: int
    commitment: str | None
    """The SHA-256 of its deal's key; None until a deal is ready."""
    key: str | None
    """The deal's key in hex; None until the round is over."""
    raced: int
    """How many players had a seat in it."""
    best: RoundBest | None
    """Who came first; None until it is over, and if no card was moved in it."""
    instead: str | None = None
    """How hard its deal is, where none as hard as planned was ready; None otherwise."""
    limit: int | None = None
    """How long it may last, in milliseconds. It may end sooner."""

    @property
    def delay(self) -> int:
        """How late watchers see the boards of its tables, in milliseconds."""
        return racing.boards_delay(self.limit)

    def is_ahead(self, now: int) -> bool:
        """Return whether it takes place, and its end lies ahead."""
        return self.state not in ("skipped", "called-off") and now < self.ends_at

    def has_begun(self, now: int) -> bool:
        """Return whether it has begun. One that waits for a deal or a server hasn't."""
        return self.state != "coming" and now >= self.starts_at


@dataclass(frozen=True)
class SeatedTable:
    """A table and who sits there."""

    code: str
    is_open: bool
    """Whether its results aren't settled."""
    names: Mapping[int, str]
    """The names of its players, by player, in seat order."""


class People(NamedTuple):
    """The people of an event: see `EventState`."""

    players: frozenset[int]
    names: tuple[str, ...]
    left: frozenset[int]
    removed: frozenset[int]


@dataclass(frozen=True)
class EventState:
    """An event as it stands, with the tables of the latest round that has any."""

    code: str
    version: int
    name: str
    stage: EventStage
    rounds: tuple[StoredRound, ...]
    players: frozenset[int]
    """Who takes part."""
    names: tuple[str, ...]
    """The names of the first of them, until the first round."""
    tables: tuple[SeatedTable, ...]
    latest: int
    """The number of the round of these tables; 0 before the first."""
    settled: frozenset[int] = frozenset()
    """The numbers of the rounds that are over."""
    tally: EventTally = field(default_factory=EventTally)
    """What the players have won in these rounds."""
    won: Mapping[int, Arrival] = field(default_factory=dict)
    """Who has won at those tables that are closed, by player."""
    left: frozenset[int] = frozenset()
    """Who took part and has left, or was removed."""
    removed: frozenset[int] = frozenset()
    """Whom the organiser has removed."""

    def current(self, now: int) -> StoredRound | None:
        """Return the round that is on, or else the next; None if none follows."""
        return next((one for one in self.rounds if one.is_ahead(now)), None)

    def seats(self, now: int) -> Mapping[int, SeatedTable]:
        """Return the tables of the round that is seated or on, by player."""
        current = self.current(now)
        if current is None or current.number != self.latest:
            return {}
        return {player: table for table in self.tables for player in table.names}

    def winners(self, live: Mapping[int, Run]) -> Mapping[int, Arrival]:
        """Return who has won in the latest round; `live` are wins at tables that are open."""
        return {**{player: arrival(player, run) for player, run in live.items()}, **self.won}

    def standings(self, winners: Mapping[int, Arrival]) -> tuple[EventStanding, ...]:
        """Return the standings, with those who have won in a round that isn't over."""
        tally = self.tally
        if winners and self.latest not in self.settled:
            tally = tally.after(winners.values())
        return tally.standings


def event_state(event: Event, now: int) -> EventState:
    """Return an event as it stands. Costs about ten queries."""
    rounds = list(
        event.rounds.select_related("deal").prefetch_related("deal__proofs").order_by("number")
    )
    for one in rounds:
        one.event = event
    marks = round_marks(event)
    settled = event_tallies.settled(event, marks)
    keys = keys_of_rounds(rounds, now)
    raced = {**settled.raced, **_raced(event, marks.keys() - settled.raced.keys())}
    latest = max(marks, default=0)
    bests = round_bests(event, settled.firsts)
    stage = event.state(now)
    people = _people(event, stage)
    return EventState(
        code=event.code,
        version=event.version,
        name=event.name,
        stage=stage,
        rounds=tuple(
            StoredRound(
                number=one.number,
                state=_stage(one, marks.get(one.number), now),
                starts_at=to_ms(one.starts_at),
                ends_at=to_ms(one.ends_at),
                commitment=None if one.deal is None else one.deal.commitment,
                key=keys.get(one.pk),
                raced=raced.get(one.number, 0),
                best=bests.get(one.number),
                instead=_instead(one),
                limit=one.limit_s * 1000,
            )
            for one in rounds
        ),
        players=people.players,
        names=people.names,
        left=people.left,
        removed=people.removed,
        tables=_tables(event, latest),
        latest=latest,
        settled=frozenset(settled.marks),
        tally=settled.tally,
        won=wins(event, latest),
    )


def _people(event: Event, stage: EventStage) -> People:
    known = list(event.participations.values_list("player", "left_at", "removed_at"))
    taking_part = event.participations.filter(left_at=None)
    return People(
        players=frozenset(player for player, left_at, _ in known if left_at is None),
        names=tuple(names_ahead(taking_part)) if stage == "coming" else (),
        left=frozenset(player for player, left_at, _ in known if left_at is not None),
        removed=frozenset(player for player, _, removed_at in known if removed_at is not None),
    )


def _stage(one: Round, tables: RoundMark | None, now: int) -> RoundStage:
    if one.is_called_off:
        return "called-off"
    if one.seated_at is None:
        start = racing.start_of_round(to_ms(one.starts_at), one.event.pause, now)
        return "skipped" if start is None else "coming"
    if tables is None:
        return "skipped"
    if now < to_ms(one.starts_at):
        return "seated"
    return "running" if now < to_ms(one.ends_at) or tables.still_open else "over"


def _instead(one: Round) -> str | None:
    if not one.wished_difficulty or one.deal is None:
        return None
    proofs = [proof for proof in one.deal.proofs.all() if proof.rules == one.rules]
    others = (proof.difficulty for proof in proofs if proof.difficulty != one.wished_difficulty)
    return next(others, None) or None


def _raced(event: Event, numbers: Collection[int]) -> dict[int, int]:
    """Return how many players have a seat in some rounds, by number."""
    if not numbers:
        return {}
    seats = Entry.objects.filter(race__round__event=event, race__round__number__in=numbers)
    return dict(seats.order_by().values_list("race__round__number").annotate(Count("pk")))


def _tables(event: Event, number: int) -> tuple[SeatedTable, ...]:
    if not number:
        return ()
    seats = Entry.objects.filter(race__round__event=event, race__round__number=number)
    found: dict[tuple[str, bool], dict[int, str]] = {}
    fields = ("race__code", "race__closed_at", "player", "player__name")
    for code, closed_at, player, name in seats.order_by("race", "seat").values_list(*fields):
        found.setdefault((code, closed_at is None), {})[player] = name
    return tuple(SeatedTable(code, is_open, names) for (code, is_open), names in found.items())
