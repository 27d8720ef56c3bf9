"""Any-time races: those of the caller, opening one, its seats."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Final, Literal

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
from games.api.resources.races import RaceDocument, race_document
from games.live.protocol import Difficulty, Milliseconds
from games.models import AnytimeRace, Player
from games.models.people.token import Scope
from games.models.play.anytime_seats import close_free_seats
from games.models.play.anytime_sight import AnytimeSight, sights
from games.pages.site.clock import now
from games.racing import ANYTIME_SEATS, WINDOW_BOUNDS, AnytimeTerms, RefusedError, RunState
from games.racing.anytime import HOUR
from games.racing.code import is_code

HOURS: Final = tuple(ms // HOUR for ms in WINDOW_BOUNDS)


class AnytimeSeat(Struct, frozen=True):
    """A seat of an any-time race."""

    player: PlayerRef
    done: Annotated[
        bool,
        Meta(description="Whether the attempt is over; while hidden, told an hour after it began."),
    ]


class AnytimeResult(Struct, frozen=True):
    """An attempt that is over."""

    player: PlayerRef
    place: Annotated[
        int | None,
        Meta(description="From 1; equals share one. Null without a move, or if staff voided it."),
    ]
    state: RunState
    time: Annotated[
        Milliseconds | None, Meta(description="The finishing time in milliseconds, if it was won.")
    ]
    moves: int
    entry: Annotated[int, Meta(description="The run's number: `/entries/ID` tells the rest.")]


class AnytimeRef(Struct, frozen=True):
    """An any-time race in a list."""

    code: str
    rules: Annotated[str, Meta(description="The rules: `GAME/PRESET+OPTION=VALUE`.")]
    state: Annotated[
        Literal["to-play", "waiting", "over"],
        Meta(description="Whether you may play, wait for others, or all is told."),
    ]
    host: Annotated[PlayerRef | None, Meta(description="Null once the account is deleted.")]
    opens_at: Instant
    closes_at: Annotated[
        Instant, Meta(description="No attempt starts after that; one that runs may finish.")
    ]
    seats_max: int
    taken: Annotated[int, Meta(description="How many seats are taken.")]
    attempt: Annotated[
        str | None, Meta(description="The code of your attempt, which is a race of yours.")
    ]


class AnytimeDocument(AnytimeRef, frozen=True):
    """An any-time race, as its caller may see it."""

    commitment: Annotated[str | None, Meta(description="The SHA-256 of the deal's key.")]
    difficulty: Difficulty | None
    hidden: Annotated[
        bool,
        Meta(description="True until your attempt is over or the race is, for the host too."),
    ]
    key: Annotated[str | None, Meta(description="The deal's key; null while hidden.")]
    deal: Annotated[str | None, Meta(description="The cards as dealt; null while hidden.")]
    seats: Annotated[list[AnytimeSeat], Meta(description="In the order in which they came.")]
    results: Annotated[
        list[AnytimeResult] | None, Meta(description="Best first; null while hidden.")
    ]


class AnytimeRaces(Struct, frozen=True):
    """Your any-time races."""

    races: Annotated[list[AnytimeRef], Meta(description="Newest first.")]
    next: Next


class NewAnytimeRace(Struct, frozen=True, forbid_unknown_fields=True):
    """An any-time race to open."""

    rules: RulesText
    seats: Annotated[
        int,
        Meta(
            description="How many may race; when all are done, it is over.",
            ge=ANYTIME_SEATS[0],
            le=ANYTIME_SEATS[1],
        ),
    ] = 10
    window: Annotated[
        int,
        Meta(description="For how many hours attempts may start.", ge=HOURS[0], le=HOURS[1]),
    ] = 72
    difficulty: Annotated[
        Difficulty | None, Meta(description="The difficulty of the deal, if one is ready.")
    ] = None


OPENED: Final = ResponseSpec(
    AnytimeDocument,
    status_code=HTTPStatus.CREATED,
    headers={"Location": HeaderSpec(description="The address of the any-time race.")},
    description="The any-time race that this request opened.",
)


class AnytimePath(Struct, frozen=True):
    """Which any-time race."""

    code: Annotated[str, Meta(description="The any-time race's code, in either case.")]


class AnytimeRacesResource(Resource):
    """Your any-time races, and opening another."""

    @modify(auth=[Bearer(Scope.READ)])
    def get(self, parsed_query: Query[PageQuery]) -> AnytimeRaces:
        """List the any-time races that you opened or have a seat in."""
        me = caller(self.request)
        found, following = page(AnytimeRace.objects.of(me).with_deals(), parsed_query)
        return AnytimeRaces([_ref(sight) for sight in sights(found, me, now())], following)

    @validate(OPENED, REFUSED, KEY_REUSED, auth=[Bearer(Scope.RACE)], throttling=[WRITES])
    def post(
        self, parsed_body: Body[NewAnytimeRace], parsed_headers: Headers[Once]
    ) -> HttpResponse:
        """Open an any-time race on a secret deal; it takes no seat for you."""
        asked, host = parsed_body, caller(self.request)
        wished = asked.difficulty or ""
        terms = AnytimeTerms(rules_of(asked.rules), asked.seats, asked.window * HOUR, wished)
        try:
            code = only_once(
                self,
                parsed_headers,
                asked,
                lambda: AnytimeRace.objects.open_for(host, terms, now),
            ).code
        except RefusedError as error:
            if error.code == "no-deal":
                tasks.search_deal(terms.rules, terms.wished_difficulty)
            raise
        return self.to_response(
            _document(_found(code), host),
            status_code=HTTPStatus.CREATED,
            headers={"Location": f"/api/v1/anytime/{code}"},
        )


class AnytimeResource(Resource):
    """An any-time race."""

    auth = (Bearer(Scope.READ, optional=True),)

    @modify(extra_responses=[NOT_FOUND])
    def get(self, parsed_path: Path[AnytimePath]) -> AnytimeDocument:
        """Return an any-time race as its caller may see it: without a token, as everyone may."""
        return _document(_found(parsed_path.code), known_caller(self.request))


class AttemptResource(Resource):
    """Your attempt at an any-time race."""

    auth = (Bearer(Scope.RACE),)

    @modify(extra_responses=[NOT_FOUND, REFUSED], throttling=[WRITES])
    def post(self, parsed_path: Path[AnytimePath]) -> RaceDocument:
        """Take a seat and return your only attempt; its clock starts once you are ready."""
        found = _found(parsed_path.code)
        return race_document(found.trial.attempt(caller(self.request), now).race)


class CloseSeatsResource(Resource):
    """Closing the free seats of an any-time race."""

    auth = (Bearer(Scope.RACE),)

    @modify(extra_responses=[NOT_FOUND, REFUSED], throttling=[WRITES])
    def post(self, parsed_path: Path[AnytimePath]) -> AnytimeDocument:
        """Let no one else join your race; it is over once all who came are done."""
        found, me = _found(parsed_path.code), caller(self.request)
        close_free_seats(found, me, now)
        return _document(_found(parsed_path.code), me)


def _found(code: str) -> AnytimeRace:
    code = code.upper()
    # Only a code is looked up: a database may refuse other text.
    known = AnytimeRace.objects.with_deals().filter(code=code)
    race = known.first() if is_code(code) else None
    if race is None:
        raise Http404(f"There is no any-time race {code}.")
    return race


def _ref(sight: AnytimeSight) -> AnytimeRef:
    race, trial = sight.race, sight.trial
    return AnytimeRef(
        code=race.code,
        rules=trial.rules,
        state="to-play" if sight.may_start else "over" if sight.over else "waiting",
        host=None if race.host is None else player_ref(race.host),
        opens_at=trial.opens_at,
        closes_at=trial.closes_at,
        seats_max=trial.seats or 0,
        taken=sight.taken,
        attempt=None if sight.attempt is None else sight.attempt.race.code,
    )


def _document(race: AnytimeRace, player: Player | None) -> AnytimeDocument:
    (sight,) = sights([race], player, now())
    deal = sight.trial.deal
    return AnytimeDocument(
        **structs.asdict(_ref(sight)),
        commitment=deal.commitment,
        difficulty=convert(race.difficulty or None, Difficulty | None),
        hidden=sight.hidden,
        key=None if sight.hidden or deal.key is None else bytes(deal.key).hex(),
        deal=None if sight.hidden else deal.cards,
        seats=[AnytimeSeat(player_ref(seat.player), seat.done) for seat in sight.seats],
        results=None if sight.hidden else _results(sight),
    )


def _results(sight: AnytimeSight) -> list[AnytimeResult]:
    return [
        AnytimeResult(
            player=player_ref(run.player),
            place=place,
            state=RunState(run.state),
            time=run.time_ms,
            moves=run.moves,
            entry=run.pk,
        )
        for place, run in sight.trial.results()
    ]
