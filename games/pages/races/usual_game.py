"""The game that a player knows, and whether they have a rating."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Exists, OuterRef, Subquery

from games.engine import GAMES
from games.models import Entry, Player, Rating


class Standing(NamedTuple):
    """What a page that offers a race knows of a player."""

    game: str
    """The game that they were last seated in; the first one for a stranger."""
    rated: bool
    """Whether they have a rating in any game."""


def standing(player: Player | None) -> Standing:
    """Return a player's usual game, and whether they are rated. Costs a query."""
    found = None
    if player is not None:
        latest = Entry.objects.filter(player=OuterRef("pk")).order_by("-pk")
        rated = Exists(Rating.objects.filter(player=OuterRef("pk")))
        known = Player.objects.filter(pk=player.pk)
        found = known.values_list(Subquery(latest.values("race__rules")[:1]), rated).first()
    rules, has_rating = found or (None, False)
    game = (rules or "").partition("/")[0]
    return Standing(game if game in GAMES else next(iter(GAMES)), has_rating)


def usual_game(player: Player | None) -> str:
    """Return the game that a player was last seated in; the first one for a stranger."""
    return standing(player).game
