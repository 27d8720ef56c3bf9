"""Matches: their score and races, and stopping one."""

from __future__ import annotations

from typing import Annotated

from django.http import Http404
from dmr import Path, modify
from msgspec import Meta, Struct

from games import racing
from games.api.requests.callers import WRITES, Bearer, caller, known_caller
from games.api.requests.resource import NOT_FOUND, REFUSED, Resource
from games.api.requests.schemas import Instant
from games.api.resources.players import PlayerRef, player_ref
from games.live.match_state import MatchStage, stage
from games.models import Match, Player
from games.models.people.token import Scope
from games.models.races.stopping import stop_match
from games.models.visibility import races_told
from games.pages.site.clock import now
from games.racing.code import is_code


class MatchPlayer(Struct, frozen=True):
    """A player of a match and the score."""

    player: PlayerRef
    points: Annotated[
        float,
        Meta(description="One for each player placed behind in each race, half for each equal."),
    ]
    wins: Annotated[
        float, Meta(description="Races won, which a target counts; a shared win is half a win.")
    ]
    won: Annotated[bool, Meta(description="Whether the player has won the match.")]
    chooses: Annotated[
        bool,
        Meta(description="Whether the player was last in the latest race and may choose the next."),
    ]


class MatchRaceRef(Struct, frozen=True):
    """A race of a match; `/races/CODE` tells the rest."""

    number: Annotated[int, Meta(description="Its number in the match, from 1.")]
    code: str
    rules: Annotated[str, Meta(description="The rules: `GAME/PRESET+OPTION=VALUE`.")]
    closed_at: Annotated[Instant | None, Meta(description="Null until the race is over.")]


class MatchDocument(Struct, frozen=True):
    """A match: a chain of races of the same people. Those that are over count."""

    code: str
    target: Annotated[int | None, Meta(description="How many wins end it; null in an open series.")]
    two_ahead: Annotated[
        bool, Meta(description="Whether the winner of two players must be two wins ahead.")
    ]
    state: Annotated[MatchStage, Meta(description="Whether more races may follow.")]
    stopped_by: Annotated[
        PlayerRef | None,
        Meta(description="Who stopped it; null if no one did, or the account is gone."),
    ]
    players: Annotated[
        list[MatchPlayer],
        Meta(description="In the order in which they came; empty until a race is over."),
    ]
    races: Annotated[
        list[MatchRaceRef],
        Meta(
            description="In their order. Only players of the match are told of one that waits,"
            " unless it is public."
        ),
    ]


class MatchPath(Struct, frozen=True):
    """Which match."""

    code: Annotated[str, Meta(description="The match's code, in either case.")]


class MatchResource(Resource):
    """A match."""

    auth = (Bearer(Scope.READ, optional=True),)

    @modify(extra_responses=[NOT_FOUND])
    def get(self, parsed_path: Path[MatchPath]) -> MatchDocument:
        """Return a match with its score, and its races as far as its caller may hear of them."""
        return _document(_found(parsed_path.code), known_caller(self.request))


class MatchStopResource(Resource):
    """Stopping a match."""

    auth = (Bearer(Scope.RACE),)

    @modify(extra_responses=[NOT_FOUND, REFUSED], throttling=[WRITES])
    def post(self, parsed_path: Path[MatchPath]) -> MatchDocument:
        """Stop a match: the score stands, a race that waits is given up.

        You can if you have stayed to the end of your run in a race of it.
        """
        match = _found(parsed_path.code)
        player = caller(self.request)
        stop_match(match, player, now)
        return _document(_found(match.code), player)


def _found(code: str) -> Match:
    code = code.upper()
    # Only a code is looked up: a database may refuse other text.
    match = Match.objects.filter(code=code).first() if is_code(code) else None
    if match is None:
        raise Http404(f"There is no match {code}.")
    return match


def _document(match: Match, player: Player | None) -> MatchDocument:
    score = match.score()
    points, wins, choosers = score.points, score.wins, score.choosers
    players = Player.objects.in_bulk(score.players)
    return MatchDocument(
        code=match.code,
        target=match.target,
        two_ahead=match.two_ahead,
        state=stage(score),
        stopped_by=None if match.stopped_by is None else player_ref(match.stopped_by),
        players=[
            MatchPlayer(
                player=player_ref(players[one]),
                points=points[one] / racing.WIN,
                wins=wins[one] / racing.WIN,
                won=one == score.winner,
                chooses=one in choosers and not players[one].bot,
            )
            for one in score.players
        ],
        races=[
            MatchRaceRef(link.number, link.race.code, link.race.rules, link.race.closed_at)
            for link in races_told(match, player)
        ],
    )
