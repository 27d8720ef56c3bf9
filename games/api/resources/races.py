"""A race, as its caller may see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from django.db.models import Prefetch, QuerySet
from django.http import Http404
from dmr import Path, modify
from msgspec import Meta, Struct

from games.api.requests.callers import Bearer, known_caller
from games.api.requests.resource import NOT_FOUND, Resource
from games.api.requests.schemas import Instant
from games.api.resources.players import PlayerRef, player_ref
from games.live.protocol import Difficulty, Milliseconds, SeatState, Seconds
from games.live.snapshots import for_others, snapshot
from games.live.storage import stored
from games.models import Entry, Player, Proof, Race
from games.models.people.token import Scope
from games.models.visibility import is_private_from, is_race_hidden_from
from games.pages.site.clock import now
from games.racing import Kind, RaceState, RunState
from games.racing.code import is_code


class RunFigures(Struct, frozen=True):
    """How far a player has come."""

    state: RunState
    progress: Annotated[int, Meta(description="The best progress, 0 to 52.")]
    moves: int
    undos: int
    time: Annotated[
        Milliseconds | None, Meta(description="The finishing time in milliseconds, if it was won.")
    ]


class Run(RunFigures, frozen=True):
    """How a player's run ended."""

    place: Annotated[
        int | None,
        Meta(
            description="From 1; equals share one. Null until someone moves or leaves, or if void."
        ),
    ]
    entry: Annotated[int, Meta(description="The run's number: `/entry/ID/record` is its record.")]


class Seat(Struct, frozen=True):
    """A player's seat."""

    seat: Annotated[int, Meta(description="The seat's number, from 0.")]
    player: PlayerRef
    ready: bool
    assisted: Annotated[bool, Meta(description="Whether help was used: the run is not ranked.")]
    voided: Annotated[str, Meta(description="Why staff voided the run; empty if it counts.")]
    run: Annotated[
        Run | None,
        Meta(description="Null until the race is over; until then the race socket tells."),
    ]


class MatchRef(Struct, frozen=True):
    """The match that a race is in; `/matches/CODE` tells its score."""

    code: str
    number: Annotated[int, Meta(description="The race's number in the match, from 1.")]


class RaceDocument(Struct, frozen=True):
    """A race as everyone may see it."""

    code: str
    rules: Annotated[str, Meta(description="The rules: `GAME/PRESET+OPTION=VALUE`.")]
    kind: Kind
    state: RaceState
    commitment: Annotated[
        str | None, Meta(description="The SHA-256 of the deal's key; null as on the socket.")
    ]
    key: Annotated[str | None, Meta(description="The deal's key; null until the race is over.")]
    deal: Annotated[
        str | None, Meta(description="The cards as dealt; null until the race is over.")
    ]
    starts_at: Annotated[Instant | None, Meta(description="Null until the start is set.")]
    planned: Annotated[
        bool, Meta(description="Whether the host has set the start: it comes whoever is there.")
    ]
    closed_at: Annotated[Instant | None, Meta(description="Null until the race is over.")]
    countdown: Annotated[Seconds, Meta(description="The length of the countdown, in seconds.")]
    limit: Annotated[
        Seconds | None,
        Meta(description="The longest the race may take, in seconds; null in a practice."),
    ]
    helped: Annotated[bool, Meta(description="Whether hints and the alarm are allowed.")]
    bots_allowed: Annotated[bool, Meta(description="Whether bots may take seats.")]
    difficulty: Difficulty | None
    seats_max: int
    host: Annotated[int | None, Meta(description="The host's seat.")]
    seats: list[Seat]
    next: Annotated[
        str | None,
        Meta(description="The code of the rematch; null while it waits, unless it is public."),
    ]
    match: Annotated[MatchRef | None, Meta(description="Null for a single race.")]


class RacePath(Struct, frozen=True):
    """Which race."""

    code: Annotated[str, Meta(description="The race's code, such as `QFXKMP`, in either case.")]


class RaceResource(Resource):
    """A race."""

    auth = (Bearer(Scope.READ, optional=True),)

    @modify(extra_responses=[NOT_FOUND])
    def get(self, parsed_path: Path[RacePath]) -> RaceDocument:
        """Return a race as its caller may see it: without a token, as everyone may."""
        return race_document(found_race(parsed_path.code, known_caller(self.request)))


def found_race(code: str, player: Player | None) -> Race:
    """Return the race with a code.

    :raises Http404: if there is none that the player may see.
    """
    code = code.upper()
    # Only a code is looked up: a database may refuse other text.
    known = Race.objects.filter(code=code).select_related("deal", "in_match__match")
    row = known.first() if is_code(code) else None
    if row is None or is_private_from(row, player) or is_race_hidden_from(row, player, now()):
        raise Http404(f"There is no race {code} that you may see.")
    return row


def race_documents(rows: QuerySet[Race]) -> dict[int, RaceDocument]:
    """Return races by primary key; only of practices does each cost queries."""
    proofs = Prefetch("deal__proofs", Proof.objects.only("deal", "rules", "difficulty"))
    found = list(rows.select_related("deal", "rematch", "in_match__match").prefetch_related(proofs))
    entries: dict[int, list[Entry]] = {row.pk: [] for row in found}
    for entry in Entry.objects.filter(race__in=found).select_related("player").order_by("seat"):
        entries[entry.race_id].append(entry)
    return {row.pk: race_document(row, entries[row.pk]) for row in found}


def race_document(row: Race, seated: Sequence[Entry] | None = None) -> RaceDocument:
    """Return a race as everyone may see it who may see it at all.

    :param seated: its entries in seat order with their players, if they have been read.
    """
    value, entries = row.load_with_entries(seated)
    beside = stored(row, value, entries)
    frame = for_others(snapshot(value, beside, frozenset(), 0, now()), beside)
    players = {entry.pk: entry.player for entry in entries}
    return RaceDocument(
        code=frame.code,
        rules=frame.rules,
        kind=frame.kind,
        state=frame.state,
        commitment=frame.commitment,
        key=frame.key,
        deal=frame.deal,
        starts_at=row.starts_at,
        planned=row.planned_at is not None,
        closed_at=row.closed_at,
        countdown=frame.countdown,
        limit=frame.limit,
        helped=frame.helped,
        bots_allowed=frame.bots_allowed,
        difficulty=frame.difficulty,
        seats_max=frame.seats_max,
        host=frame.host,
        seats=[
            Seat(
                seat=seat.seat,
                player=player_ref(players[seat.entry]),
                ready=seat.ready,
                assisted=seat.assisted,
                voided=seat.voided,
                # Runs are stored when the race is closed.
                run=None if row.closed_at is None else _run(seat),
            )
            for seat in frame.seats
        ],
        next=frame.next,
        match=None if frame.match is None else MatchRef(frame.match.code, frame.match.number),
    )


def _run(seat: SeatState) -> Run:
    return Run(
        state=seat.state,
        progress=seat.progress,
        moves=seat.moves,
        undos=seat.undos,
        time=seat.time,
        place=seat.place,
        entry=seat.entry,
    )
