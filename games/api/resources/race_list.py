"""Races: those that are on now, and opening another."""

from __future__ import annotations

from datetime import datetime
from http import HTTPStatus
from typing import Annotated, Literal

from django.http import HttpResponse
from dmr import Body, Headers, Query, validate
from msgspec import Meta, Struct

from games import racing
from games.api.requests.callers import WRITES, Bearer, caller
from games.api.requests.paging import LONGEST_PAGE, Next, PageQuery, page
from games.api.requests.parsing import RulesText, rules_of
from games.api.requests.problems import refusal
from games.api.requests.resource import REFUSED, Resource
from games.api.requests.schemas import Instant
from games.api.resources.once import KEY_REUSED, MADE, Once, made_once
from games.api.resources.players import PlayerRef, player_ref
from games.live.protocol import Difficulty, Seconds
from games.models import Race
from games.models.people.token import Scope
from games.models.play import public_races
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.so_far import followed_runs
from games.pages.site.clock import now
from games.racing import Goal, Kind, RunState


class Progress(Struct, frozen=True):
    """How far a player of a race under way has come."""

    player: int
    state: RunState
    progress: Annotated[int, Meta(description="The best progress, 0 to 52.")]
    moves: int
    place: Annotated[
        int | None,
        Meta(
            description="From 1; equals share one. Null until someone moves or leaves, or if void."
        ),
    ]


class OnNow(Struct, frozen=True):
    """A race that anyone may watch now."""

    code: str
    rules: str
    kind: Kind
    starts_at: Instant
    players: list[PlayerRef]
    progress: Annotated[list[Progress], Meta(description="By place.")]


class Planned(Struct, frozen=True):
    """A public race that begins soon."""

    code: str
    rules: str
    kind: Kind
    starts_at: Instant
    players: list[PlayerRef]


class RacesOnNow(Struct, frozen=True):
    """Races that anyone may watch now."""

    races: Annotated[list[OnNow], Meta(description="Newest first.")]
    next: Next
    planned: Annotated[
        list[Planned],
        Meta(description="Public races that start within a day, the next first; at most 50."),
    ]


class NewMatch(Struct, frozen=True, forbid_unknown_fields=True):
    """What the match is played to whose first race this is."""

    target: Annotated[
        Literal[2, 3, 5, 7] | None,
        Meta(description="How many wins end it; null for an open series."),
    ] = None
    two_ahead: Annotated[
        bool, Meta(description="Whether two players play on until one is two wins ahead.")
    ] = False


class NewRace(Struct, frozen=True, forbid_unknown_fields=True):
    """A race to open. The host may change it in the room until the countdown."""

    rules: RulesText
    kind: Annotated[
        Literal["casual", "ranked"], Meta(description="Whether it counts toward ratings.")
    ] = "casual"
    countdown: Annotated[Seconds, Meta(description="The countdown, in seconds.", ge=3, le=60)] = 5
    limit: Annotated[
        Seconds, Meta(description="The longest the race may take, in seconds.", ge=120, le=3600)
    ] = 600
    helped: Annotated[bool, Meta(description="Whether hints and the alarm are allowed.")] = False
    watchable: Annotated[
        bool,
        Meta(
            description="Whether it is public: listed for anyone to watch, a planned race before "
            "its start. The tables of a ranked race are shown late: by a quarter of the limit, two "
            "minutes at most."
        ),
    ] = False
    bots_allowed: Annotated[
        bool, Meta(description="Whether bots may take seats; a bot opens no other race.")
    ] = False
    difficulty: Annotated[
        Difficulty | None, Meta(description="The difficulty of the deal, if one is ready.")
    ] = None
    match: Annotated[NewMatch | None, Meta(description="To make it the first race of a match.")] = (
        None
    )
    starts_at: Annotated[
        Instant | None,
        Meta(
            description="The start, whoever is there: a full minute, up to 30 days ahead. Null: "
            "when everyone is ready."
        ),
    ] = None


class RacesResource(Resource):
    """The races that are on now, and opening another."""

    kept_for = 2

    def get(self, parsed_query: Query[PageQuery]) -> RacesOnNow:
        """List the public races, which anyone may watch: those under way, and those to come."""
        instant = now()
        found, following = page(public_races.under_way(instant), parsed_query)
        values = followed_runs.races(found)
        planned = public_races.ahead(instant)[:LONGEST_PAGE]
        return RacesOnNow(
            [_on_now(row, value) for row, value in zip(found, values, strict=True)],
            following,
            [Planned(*_described(row)) for row in planned],
        )

    @validate(MADE, REFUSED, KEY_REUSED, auth=[Bearer(Scope.RACE)], throttling=[WRITES])
    def post(self, parsed_body: Body[NewRace], parsed_headers: Headers[Once]) -> HttpResponse:
        """Open a race, with you seated as its host."""
        asked = parsed_body
        rules = rules_of(asked.rules)
        options = RaceOptions(
            kind=Kind(asked.kind),
            countdown_s=asked.countdown,
            limit_s=asked.limit,
            helped=asked.helped,
            watchable=asked.watchable,
            bots_allowed=asked.bots_allowed,
            wished_difficulty=asked.difficulty or "",
            planned_at=asked.starts_at,
        )
        host, goal = caller(self.request), _goal(asked.match)
        return made_once(
            self, parsed_headers, asked, lambda: new_race(host, rules, now, options, goal=goal)
        )


def _goal(match: NewMatch | None) -> Goal | None:
    if match is None:
        return None
    if match.two_ahead and match.target is None:
        raise refusal(
            HTTPStatus.BAD_REQUEST,
            "An open series has no end, so nobody can win it by two. Leave `two_ahead` out, or "
            "send a `target`.",
            "body.match.two_ahead",
        )
    return Goal(match.target, match.two_ahead)


def _described(row: Race) -> tuple[str, str, Kind, datetime, list[PlayerRef]]:
    players = [player_ref(entry.player) for entry in row.entries.all()]
    assert row.starts_at is not None  # noqa: S101
    return row.code, row.rules, Kind(row.kind), row.starts_at, players


def _on_now(row: Race, race: racing.Race) -> OnNow:
    places = [
        Progress(seat.player, seat.run.state, seat.run.progress, seat.run.moves, standing.place)
        for standing in race.standings()
        for seat in [standing.seat]
    ]
    return OnNow(*_described(row), places)
