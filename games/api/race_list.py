"""Races: those that are on now, and opening another."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from django.db.models import Prefetch
from django.http import HttpResponse
from dmr import Body, Headers, Query, validate
from msgspec import Meta, Struct

from games.api.callers import WRITES, Bearer, caller
from games.api.once import KEY_REUSED, MADE, Once, made_once
from games.api.parsing import rules_of
from games.api.players import Named, Number, named
from games.api.resource import REFUSED, Resource
from games.live.protocol import Difficulty, Seconds
from games.models import Entry, Race
from games.models.people.token import Scope
from games.models.races.new_race import RaceOptions, new_race
from games.models.visibility import listed
from games.pages.site.clock import now
from games.racing import Kind

PAGE = 50


class OnNow(Struct, frozen=True):
    """A race that anyone may watch now."""

    code: str
    rules: str
    kind: Kind
    starts_at: datetime
    players: list[Named]


class RacesOnNow(Struct, frozen=True):
    """Races that anyone may watch now."""

    races: Annotated[list[OnNow], Meta(description="Newest first.")]
    next: Annotated[
        int | None, Meta(description="What to send as `before` for the next; null at the end.")
    ]


class RacesQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which races."""

    before: Annotated[Number | None, Meta(description="`next` of the races before.")] = None
    limit: Annotated[int, Meta(description="How many races.", ge=1, le=PAGE)] = PAGE


class NewRace(Struct, frozen=True, forbid_unknown_fields=True):
    """A race to open. The host may change it in the room until the countdown."""

    rules: Annotated[str, Meta(description="The rules: `GAME/PRESET+OPTION=VALUE`.")]
    kind: Annotated[
        Literal["casual", "ranked"], Meta(description="Whether it counts toward ratings.")
    ] = "casual"
    countdown: Annotated[Seconds, Meta(description="The countdown.", ge=3, le=60)] = 5
    limit: Annotated[
        Seconds, Meta(description="The longest the race may take.", ge=120, le=3600)
    ] = 600
    helped: Annotated[bool, Meta(description="Whether hints and the alarm are allowed.")] = False
    watchable: Annotated[
        bool, Meta(description="Whether others may watch a ranked race, two minutes late.")
    ] = False
    difficulty: Annotated[
        Difficulty | None, Meta(description="The difficulty of the deal, if one is ready.")
    ] = None


class RacesResource(Resource):
    """The races that are on now, and opening another."""

    kept_for = 2

    def get(self, parsed_query: Query[RacesQuery]) -> RacesOnNow:
        """List the races under way that anyone may watch."""
        races = Race.objects.limited(now()).filter(listed()).order_by("-pk")
        if parsed_query.before is not None:
            races = races.filter(pk__lt=parsed_query.before)
        seats = Prefetch("entries", Entry.objects.select_related("player").order_by("seat"))
        found = list(races.prefetch_related(seats)[: parsed_query.limit])
        more = len(found) == parsed_query.limit
        return RacesOnNow([_on_now(race) for race in found], found[-1].pk if more else None)

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
            wished_difficulty=asked.difficulty or "",
        )
        host = caller(self.request)
        return made_once(self, parsed_headers, asked, lambda: new_race(host, rules, now, options))


def _on_now(race: Race) -> OnNow:
    players = [named(entry.player) for entry in race.entries.all()]
    assert race.starts_at is not None  # noqa: S101
    return OnNow(race.code, race.rules, Kind(race.kind), race.starts_at, players)
