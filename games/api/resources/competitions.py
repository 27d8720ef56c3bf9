"""Events: those that are on, coming and over; planning one and taking part.

They are `competitions` here, since `events` are streams of what happens.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Final

from django.http import Http404, HttpResponse
from dmr import Body, Headers, HeaderSpec, Path, Query, ResponseSpec, modify, validate
from msgspec import Meta, Struct, convert, structs

from games import tasks
from games.api.requests.callers import WRITES, Bearer, caller, known_caller
from games.api.requests.paging import Next, PageQuery, page
from games.api.requests.parsing import RulesText, rules_of
from games.api.requests.resource import NOT_FOUND, REFUSED, Resource
from games.api.requests.schemas import Instant
from games.api.resources.once import KEY_REUSED, Once, only_once
from games.api.resources.players import PlayerRef, player_ref
from games.live.protocol import Difficulty
from games.models import Event, Player
from games.models.database.instants import to_ms
from games.models.people.token import Scope
from games.models.races.event_plan import call_off, change_event, plan_event
from games.models.races.event_players import join_event, leave_event
from games.models.standings.event_state import EventState, event_state
from games.pages.site.clock import now
from games.racing import (
    BREAK_BOUNDS,
    LIMIT_BOUNDS,
    ROUNDS_BOUNDS,
    EventStage,
    EventTerms,
    RoundStage,
    RoundTerms,
)
from games.racing.code import is_code
from games.racing.event_terms import NAME_LENGTH

MINUTE: Final = 60_000

MINUTES_OF_ROUND: Final = tuple(ms // MINUTE for ms in LIMIT_BOUNDS)
MINUTES_OF_BREAK: Final = tuple(ms // MINUTE for ms in BREAK_BOUNDS)


class EventRoundRef(Struct, frozen=True):
    """A round of an event."""

    number: Annotated[int, Meta(description="From 1.")]
    rules: Annotated[str, Meta(description="The rules: `GAME/PRESET+OPTION=VALUE`.")]
    difficulty: Annotated[Difficulty | None, Meta(description="What is wished; null for any.")]
    minutes: Annotated[int, Meta(description="How long it lasts.")]
    starts_at: Instant
    state: RoundStage
    commitment: Annotated[
        str | None, Meta(description="The SHA-256 of the deal's key; null until one is ready.")
    ]
    key: Annotated[str | None, Meta(description="The deal's key; null until the round is over.")]
    tables: Annotated[
        list[str], Meta(description="The codes of its races, once its players are seated.")
    ]


class EventRef(Struct, frozen=True):
    """An event in a list."""

    code: str
    name: str
    organiser: Annotated[PlayerRef | None, Meta(description="Null once the account is deleted.")]
    starts_at: Instant
    ends_at: Instant
    state: Annotated[EventStage, Meta(description="Where it stands.")]
    public: Annotated[bool, Meta(description="Whether strangers find it in lists.")]


class CompetitionDocument(EventRef, frozen=True):
    """An event: rounds on one deal each, and points over all tables."""

    players: Annotated[int, Meta(description="How many take part now.")]
    joined: Annotated[bool, Meta(description="Whether you take part in the next round.")]
    removed: Annotated[bool, Meta(description="Whether the organiser has removed you, for good.")]
    table: Annotated[
        str | None, Meta(description="The code of your race in the round that is seated or on.")
    ]
    break_minutes: int
    rounds: list[EventRoundRef]


class Competitions(Struct, frozen=True):
    """Events."""

    competitions: Annotated[list[EventRef], Meta(description="The latest start first.")]
    next: Next


class NewRound(Struct, frozen=True, forbid_unknown_fields=True):
    """A round of an event to plan."""

    rules: RulesText
    minutes: Annotated[
        int,
        Meta(description="How long it lasts.", ge=MINUTES_OF_ROUND[0], le=MINUTES_OF_ROUND[1]),
    ] = 10
    difficulty: Annotated[
        Difficulty | None, Meta(description="The difficulty of the deal, if one is found.")
    ] = None


class NewCompetition(Struct, frozen=True, forbid_unknown_fields=True):
    """An event to plan."""

    name: Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
    starts_at: Annotated[
        Instant, Meta(description="A full minute, at least one and at most 30 days ahead.")
    ]
    rounds: Annotated[
        list[NewRound], Meta(min_length=ROUNDS_BOUNDS[0], max_length=ROUNDS_BOUNDS[1])
    ]
    break_minutes: Annotated[
        int,
        Meta(description="Between two rounds.", ge=MINUTES_OF_BREAK[0], le=MINUTES_OF_BREAK[1]),
    ] = 2
    public: Annotated[
        bool, Meta(description="Whether strangers find it in lists, and its tables to watch.")
    ] = True


PLANNED: Final = ResponseSpec(
    CompetitionDocument,
    status_code=HTTPStatus.CREATED,
    headers={"Location": HeaderSpec(description="The address of the event.")},
    description="The event that this request planned.",
)


class CompetitionPath(Struct, frozen=True):
    """Which event."""

    code: Annotated[str, Meta(description="The event's code, in either case.")]


class CompetitionsResource(Resource):
    """Events, and planning another."""

    @modify(auth=[Bearer(Scope.READ, optional=True)])
    def get(self, parsed_query: Query[PageQuery]) -> Competitions:
        """List the public events and your own, those to come too."""
        mine = Event.objects.listed_for(known_caller(self.request))
        known = mine.select_related("organiser").order_by("-pk")
        found, following = page(known, parsed_query)
        return Competitions([_ref(event) for event in found], following)

    @validate(PLANNED, REFUSED, KEY_REUSED, auth=[Bearer(Scope.RACE)], throttling=[WRITES])
    def post(
        self, parsed_body: Body[NewCompetition], parsed_headers: Headers[Once]
    ) -> HttpResponse:
        """Plan an event, each round on a secret deal; you take part only if you join."""
        organiser = caller(self.request)
        terms = _terms(parsed_body)
        event = only_once(
            self, parsed_headers, parsed_body, lambda: plan_event(organiser, terms, now)
        )
        tasks.search_for_rounds(event)
        return self.to_response(
            competition_document(event, organiser),
            status_code=HTTPStatus.CREATED,
            headers={"Location": f"/api/v1/competitions/{event.code}"},
        )


class CompetitionResource(Resource):
    """An event."""

    @modify(extra_responses=[NOT_FOUND], auth=[Bearer(Scope.READ, optional=True)])
    def get(self, parsed_path: Path[CompetitionPath]) -> CompetitionDocument:
        """Return an event with its rounds."""
        return competition_document(found_competition(parsed_path.code), known_caller(self.request))


class CompetitionTermsResource(Resource):
    """The terms of an event."""

    auth = (Bearer(Scope.RACE),)

    @modify(extra_responses=[NOT_FOUND, REFUSED], throttling=[WRITES])
    def post(
        self, parsed_path: Path[CompetitionPath], parsed_body: Body[NewCompetition]
    ) -> CompetitionDocument:
        """Change an event of yours, until it begins. Rounds that stay keep their deals."""
        me = caller(self.request)
        event = change_event(found_competition(parsed_path.code), me, _terms(parsed_body), now)
        tasks.search_for_rounds(event)
        return competition_document(event, me)


class CompetitionCallOffResource(Resource):
    """Calling off an event."""

    auth = (Bearer(Scope.RACE),)

    @modify(extra_responses=[NOT_FOUND, REFUSED], throttling=[WRITES])
    def post(self, parsed_path: Path[CompetitionPath]) -> CompetitionDocument:
        """Call off an event of yours. A round that is on goes on, and what was won stays."""
        me = caller(self.request)
        return competition_document(call_off(found_competition(parsed_path.code), me, now), me)


class CompetitionJoinResource(Resource):
    """Taking part in an event."""

    auth = (Bearer(Scope.RACE),)

    @modify(extra_responses=[NOT_FOUND, REFUSED], throttling=[WRITES])
    def post(self, parsed_path: Path[CompetitionPath]) -> CompetitionDocument:
        """Take part from the next round on; your table is a race that starts at its time."""
        event, me = found_competition(parsed_path.code), caller(self.request)
        join_event(event, me, now)
        return competition_document(event, me)


class CompetitionLeaveResource(Resource):
    """Leaving an event."""

    auth = (Bearer(Scope.RACE),)

    @modify(extra_responses=[NOT_FOUND, REFUSED], throttling=[WRITES])
    def post(self, parsed_path: Path[CompetitionPath]) -> CompetitionDocument:
        """Miss the rounds from the next on; points stay, and you may come back."""
        event, me = found_competition(parsed_path.code), caller(self.request)
        leave_event(event, me, now)
        return competition_document(event, me)


def found_competition(code: str) -> Event:
    """Return the event with a code.

    :raises Http404: if there is none.
    """
    code = code.upper()
    # Only a code is looked up: a database may refuse other text.
    known = Event.objects.select_related("organiser").filter(code=code)
    event = known.first() if is_code(code) else None
    if event is None:
        raise Http404(f"There is no event {code}.")
    return event


def _terms(asked: NewCompetition) -> EventTerms:
    return EventTerms(
        asked.name,
        to_ms(asked.starts_at),
        asked.break_minutes * MINUTE,
        tuple(
            RoundTerms(rules_of(one.rules), one.difficulty or "", one.minutes * MINUTE)
            for one in asked.rounds
        ),
        public=asked.public,
    )


def _ref(event: Event) -> EventRef:
    return EventRef(
        code=event.code,
        name=event.name,
        organiser=None if event.organiser is None else player_ref(event.organiser),
        starts_at=event.starts_at,
        ends_at=event.ends_at,
        state=event.state(now()),
        public=event.public,
    )


def competition_document(event: Event, player: Player | None) -> CompetitionDocument:
    """Return an event as a player sees it."""
    instant = now()
    stored = event_state(event, instant)
    table = None if player is None else stored.seats(instant).get(player.pk)
    return CompetitionDocument(
        **structs.asdict(_ref(event)),
        players=len(stored.players),
        joined=player is not None and player.pk in stored.players,
        removed=player is not None and player.pk in stored.removed,
        table=None if table is None else table.code,
        break_minutes=event.break_s // 60,
        rounds=_rounds(event, stored),
    )


def _rounds(event: Event, stored: EventState) -> list[EventRoundRef]:
    tables: dict[int, list[str]] = {}
    for number, code in event.rounds.values_list("number", "tables__code").order_by("tables"):
        if code is not None:
            tables.setdefault(number, []).append(code)
    return [
        EventRoundRef(
            number=one.number,
            rules=one.rules,
            difficulty=convert(one.wished_difficulty or None, Difficulty | None),
            minutes=one.limit_s // 60,
            starts_at=one.starts_at,
            state=state.state,
            commitment=state.commitment,
            key=state.key,
            tables=tables.get(one.number, []),
        )
        for one, state in zip(event.rounds.order_by("number"), stored.rounds, strict=True)
    ]
