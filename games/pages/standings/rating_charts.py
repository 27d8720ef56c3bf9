"""A player's ratings, each with its history."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine import GAMES
from games.models import Player, Rating, RatingChange
from games.models.standings.rating import BASE
from games.pages.site.axis import Tick, percent

LATEST: Final = 200
"""How many races back the chart goes."""

STEP: Final = 100


@dataclass(frozen=True)
class Step:
    """The rating after one race, and where it is drawn."""

    x: str
    y: str
    change: RatingChange


@dataclass(frozen=True)
class RatingChart:
    """A player's rating, and the earlier ones from left to right."""

    rating: Rating
    title: str
    steps: tuple[Step, ...]
    path: str
    """An SVG path in a 1000 by 1000 box."""
    levels: tuple[Tick, ...]


def rating_charts(player: Player) -> list[RatingChart]:
    """Return a player's ratings in all games."""
    ratings = {rating.game: rating for rating in player.ratings.all()}
    return [_chart(ratings[game]) for game in GAMES if game in ratings]


def _chart(rating: Rating) -> RatingChart:
    changes = RatingChange.objects.filter(game=rating.game, player=rating.player_id)
    latest = changes.select_related("race").order_by("-closed_at", "-race")[:LATEST]
    figures = [(change.figure, change) for change in reversed(latest)]
    shown = [figure for figure, _ in figures]
    least = min([BASE, *shown]) // STEP * STEP
    reached = max([BASE + STEP, *shown])
    every = STEP * max(1, -(-(reached - least) // (5 * STEP)))
    most = least + -(-(reached - least) // every) * every
    width = max(1, len(figures) - 1)
    places = [
        (n / width, (most - figure) / (most - least), change)
        for n, (figure, change) in enumerate(figures)
    ]
    return RatingChart(
        rating=rating,
        title=GAMES[rating.game].title,
        steps=tuple(Step(percent(x), percent(y), change) for x, y, change in places),
        path="M" + "L".join(f"{1000 * x:.0f} {1000 * y:.0f}" for x, y, _ in places),
        levels=tuple(
            Tick(percent((most - figure) / (most - least)), str(figure))
            for figure in range(least, most + 1, every)
        ),
    )
