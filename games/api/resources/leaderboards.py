"""Best times, a leaderboard for each preset and period, and the strongest players of a game."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import Http404
from dmr import Path, Query, modify
from msgspec import Meta, Struct

from games.api.requests.parsing import GameName, found_game
from games.api.requests.resource import NOT_FOUND, Resource
from games.api.requests.schemas import Number
from games.api.resources.players import PlayerRef, Strength, found_player, player_ref, strength
from games.engine import GAMES
from games.models import Leaderboard, Rating
from games.models.standings.booking import bots_leaderboard_name, period_leaderboard_names
from games.models.standings.leaderboard import PAGE, Placed
from games.pages.site.clock import now

MOST_RATINGS = 50


Who = Annotated[
    Literal["people", "bots"], Meta(description="Whose: bots have leaderboards of their own.")
]


class Row(Struct, frozen=True):
    """A player's best result."""

    rank: Annotated[int, Meta(description="From 1; equal results share one.", ge=1)]
    player: PlayerRef
    time_ms: Annotated[
        int | None, Meta(description="The finishing time in milliseconds; null if not solved.")
    ]
    progress: Annotated[int, Meta(description="The best progress, 0 to 52.", ge=0, le=52)]
    moves: int
    entry: Annotated[int, Meta(description="The run's number: `/entry/ID/record` is its record.")]


class Ranking(Struct, frozen=True):
    """A stretch of ranked results."""

    players: Annotated[int, Meta(description="How many players are ranked in all.")]
    rows: Annotated[list[Row], Meta(description="Best first.")]
    next: Annotated[
        str | None, Meta(description="What to send as `after` for the next rows; null at the end.")
    ]


class LeaderboardDocument(Struct, frozen=True):
    """A leaderboard."""

    rules: Annotated[str, Meta(description="The game and its preset.")]
    period: str
    ranking: Ranking


class BoardPath(Struct, frozen=True):
    """Which leaderboard."""

    game: GameName
    preset: Annotated[str, Meta(description="Such as `standard`.")]
    period: Annotated[
        Literal["day", "week", "all"], Meta(description="This UTC day, this week or all time.")
    ]


class BoardQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which rows."""

    after: Annotated[
        Annotated[str, Meta(pattern=r"^[0-9]{1,18}-[0-9]{1,18}$")] | None,
        Meta(description="`next` of the rows before.", examples=["61250-7"]),
    ] = None
    limit: Annotated[int, Meta(description="How many rows.", ge=1, le=PAGE)] = PAGE


class PeriodQuery(BoardQuery, frozen=True, forbid_unknown_fields=True):
    """Which rows, and whose."""

    who: Who = "people"


class LeaderboardResource(Resource):
    """A leaderboard."""

    kept_for = 10

    @modify(extra_responses=[NOT_FOUND])
    def get(
        self, parsed_path: Path[BoardPath], parsed_query: Query[PeriodQuery]
    ) -> LeaderboardDocument:
        """Return each player's best time under a preset's rules, fastest first."""
        rules, name = _named(parsed_path, bots=parsed_query.who == "bots")
        return LeaderboardDocument(rules, parsed_path.period, ranking(name, parsed_query))


class RankPath(BoardPath, frozen=True):
    """Whose rank on which leaderboard."""

    id: Annotated[Number, Meta(description="The player's number.")]


class Rank(Struct, frozen=True):
    """A player's rank on a leaderboard."""

    players: Annotated[int, Meta(description="How many players are ranked in all.")]
    row: Annotated[Row, Meta(description="The player's best result, with its rank.")]
    around: Annotated[list[Row], Meta(description="Up to five rows on each side, best first.")]


class RankResource(Resource):
    """A player's rank."""

    kept_for = 10

    @modify(extra_responses=[NOT_FOUND])
    def get(self, parsed_path: Path[RankPath]) -> Rank:
        """Return a player's rank, a bot's among bots, with the rows around it."""
        rules, name = _named(parsed_path, bots=found_player(parsed_path.id).bot)
        found = Leaderboard.objects.filter(name=name).first()
        placed = [] if found is None else found.around(parsed_path.id)
        own = next((at for at in placed if at.row.player_id == parsed_path.id), None)
        if found is None or own is None:
            raise Http404(f"Player {parsed_path.id} isn't on this leaderboard of {rules}.")
        return Rank(found.size(), _row(own), [_row(at) for at in placed])


class Rated(Struct, frozen=True):
    """A player with a settled rating."""

    player: PlayerRef
    strength: Strength


class Ratings(Struct, frozen=True):
    """The strongest players of a game."""

    game: str
    players: Annotated[list[Rated], Meta(description="Strongest first, at most 50.")]


class GamePath(Struct, frozen=True):
    """Which game."""

    game: GameName


class RatingsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose ratings."""

    who: Who = "people"


class RatingsResource(Resource):
    """The ratings of a game."""

    kept_for = 10

    @modify(extra_responses=[NOT_FOUND])
    def get(self, parsed_path: Path[GamePath], parsed_query: Query[RatingsQuery]) -> Ratings:
        """Return the settled ratings of a game, strongest first."""
        game, bots = found_game(parsed_path.game), parsed_query.who == "bots"
        best = Rating.objects.best(game, bots=bots)[:MOST_RATINGS]
        return Ratings(game, [Rated(player_ref(r.player), strength(r)) for r in best])


def _named(path: BoardPath, *, bots: bool) -> tuple[str, str]:
    """Return the rules and the name of a leaderboard.

    :raises Http404: if there are no such rules.
    """
    game, preset = path.game, path.preset
    if game not in GAMES or preset not in GAMES[game].presets:
        raise Http404(f"There is no leaderboard of {game}/{preset}. /api/v1/games lists them.")
    rules = f"{game}/{preset}"
    name = period_leaderboard_names(rules, now())[path.period]
    return rules, bots_leaderboard_name(name) if bots else name


def ranking(name: str, query: BoardQuery) -> Ranking:
    """Return a stretch of a leaderboard; empty if there is none of that name."""
    found = Leaderboard.objects.filter(name=name).first()
    if found is None:
        return Ranking(0, [], None)
    placed = found.top(_after(query.after), query.limit)
    last = placed[-1].row if len(placed) == query.limit else None
    following = None if last is None else f"{last.rank_key}-{last.pk}"
    return Ranking(found.size(), [_row(at) for at in placed], following)


def _row(at: Placed) -> Row:
    entry = at.row.entry
    return Row(
        rank=at.rank,
        player=player_ref(at.row.player),
        time_ms=entry.time_ms,
        progress=entry.progress,
        moves=entry.moves,
        entry=entry.pk,
    )


def _after(cursor: str | None) -> tuple[int, int] | None:
    if cursor is None:
        return None
    rank_key, _dash, number = cursor.partition("-")
    return int(rank_key), int(number)
