"""The daily challenges: one deal of each game for everyone, one attempt each."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from django.http import Http404
from dmr import Path, Query, modify
from msgspec import Meta, Struct

from games.api.requests.parsing import GameName, found_game
from games.api.requests.resource import NOT_FOUND, Resource
from games.api.requests.schemas import Instant
from games.api.resources.leaderboards import BoardQuery, Ranking, ranking
from games.models import Daily
from games.models.database.instants import to_datetime
from games.models.races.daily import day_of
from games.models.standings.booking import daily_leaderboard_name
from games.models.visibility import is_trial_hidden_from
from games.pages.site.clock import now


class DailyDocument(Struct, frozen=True):
    """A daily challenge. Until it is over, its deal and its results are secret."""

    day: Annotated[date, Meta(description="The UTC day.")]
    game: str
    rules: str
    commitment: Annotated[str | None, Meta(description="The SHA-256 of the deal's key.")]
    ends_at: Annotated[Instant, Meta(description="When no more attempts may begin.")]
    hidden: Annotated[bool, Meta(description="Whether deal and results are still secret.")]
    key: Annotated[str | None, Meta(description="The deal's key; null while hidden.")]
    deal: Annotated[str | None, Meta(description="The cards as dealt; null while hidden.")]
    ranking: Annotated[Ranking | None, Meta(description="The results; null while hidden.")]


class DayPath(Struct, frozen=True):
    """Which day."""

    day: Annotated[date, Meta(description="The UTC day.")]


class DayDaily(Struct, frozen=True):
    """A daily challenge of a day."""

    game: str
    rules: str
    commitment: Annotated[str | None, Meta(description="The SHA-256 of the deal's key.")]
    hidden: Annotated[bool, Meta(description="Whether deal and results are still secret.")]


class Day(Struct, frozen=True):
    """The daily challenges of a day."""

    day: date
    dailies: Annotated[list[DayDaily], Meta(description="Those that someone has seen, by game.")]


class DayResource(Resource):
    """The daily challenges of a day."""

    def get(self, parsed_path: Path[DayPath]) -> Day:
        """List the challenges of a day, of today or before."""
        day, today = parsed_path.day, day_of(now())
        found = Daily.objects.filter(day=day, day__lte=today).with_deals()
        return Day(
            day,
            [
                DayDaily(
                    one.game,
                    one.rules,
                    one.deal.commitment,
                    is_trial_hidden_from(one.trial, None, now()),
                )
                for one in found.order_by("game")
            ],
        )


class DailyPath(Struct, frozen=True):
    """Which challenge."""

    day: Annotated[date, Meta(description="The UTC day.")]
    game: GameName


class DailyResource(Resource):
    """A daily challenge."""

    @modify(extra_responses=[NOT_FOUND])
    def get(self, parsed_path: Path[DailyPath], parsed_query: Query[BoardQuery]) -> DailyDocument:
        """Return a challenge, with its results once they are public."""
        day, game = parsed_path.day, found_game(parsed_path.game)
        found = Daily.objects.with_deals().filter(day=day, game=game).first()
        if found is None or day > day_of(now()):
            raise Http404(f"There is no challenge of {game} on {day}, or no one has seen it yet.")
        hidden = is_trial_hidden_from(found.trial, None, now())
        name = daily_leaderboard_name(found.pk)
        key = None if hidden or found.deal.key is None else bytes(found.deal.key).hex()
        return DailyDocument(
            day=found.day,
            game=found.game,
            rules=found.rules,
            commitment=found.deal.commitment,
            ends_at=to_datetime(found.ends_at),
            hidden=hidden,
            key=key,
            deal=None if hidden else found.deal.cards,
            ranking=None if hidden else ranking(name, parsed_query),
        )
