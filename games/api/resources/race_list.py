"""Races: those that are on now, and opening another."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Literal

from django.db.models import Prefetch
from django.http import HttpResponse
from dmr import Body, Headers, Query, validate
from msgspec import Meta, Struct

from games.api.requests.callers import WRITES, Bearer, caller
from games.api.requests.paging import Next, PageQuery, page
from games.api.requests.parsing import RulesText, rules_of
from games.api.requests.problems import refusal
from games.api.requests.resource import REFUSED, Resource
from games.api.requests.schemas import Instant
from games.api.resources.once import KEY_REUSED, MADE, Once, made_once
from games.api.resources.players import PlayerRef, player_ref
from games.live.protocol import Difficulty, Seconds
from games.models import Entry, Race
from games.models.people.token import Scope
from games.models.races.new_race import RaceOptions, new_race
from games.models.visibility import listed
from games.pages.site.clock import now
from games.racing import Goal, Kind


class OnNow(Struct, frozen=True):
    """A race that anyone may watch now."""

    code: str
    rules: str
    kind: Kind
    starts_at: Instant
    players: list[PlayerRef]


class RacesOnNow(Struct, frozen=True):
    """Races that anyone may watch now."""

    races: Annotated[list[OnNow], Meta(description="Newest first.")]
    next: Next


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
        Meta(description="Whether anyone may watch; a ranked race is shown two minutes late."),
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
        """List the races under way that anyone may watch."""
        seats = Prefetch("entries", Entry.objects.select_related("player").order_by("seat"))
        races = Race.objects.limited(now()).filter(listed()).prefetch_related(seats)
        found, following = page(races, parsed_query)
        return RacesOnNow([_on_now(race) for race in found], following)

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


def _on_now(race: Race) -> OnNow:
    players = [player_ref(entry.player) for entry in race.entries.all()]
    assert race.starts_at is not None  # noqa: S101
    return OnNow(race.code, race.rules, Kind(race.kind), race.starts_at, players)
