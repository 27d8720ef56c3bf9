"""What a player has ahead: planned races, and any-time races that are theirs to play."""

from __future__ import annotations

from typing import NamedTuple

from games.models import AnytimeRace, Player, Race
from games.models.database.instants import to_datetime
from games.pages.deals.labels import title
from games.pages.races.anytime.card import AnytimeCard, cards

LATEST = 5
"""How many of a player's latest any-time races to look at."""


class Planned(NamedTuple):
    """A race that waits for its time, with the title of its game."""

    race: Race
    title: str


def planned(player: Player, most: int, instant: int) -> list[Planned]:
    """Return the races with a seat of the player that start at a set time, the next one first."""
    ahead = Race.objects.filter(entries__player=player, planned_at__gt=to_datetime(instant))
    return [Planned(race, title(race.rules)) for race in ahead.order_by("planned_at", "pk")[:most]]


def to_play(player: Player, instant: int) -> list[AnytimeCard]:
    """Return the any-time races that the player may start or go on with, newest first."""
    open_ones = AnytimeRace.objects.near(player).filter(trial__closes_at__gt=to_datetime(instant))
    found = list(open_ones.with_deals()[:LATEST])
    return [card for card in cards(found, player, instant) if card.may_start] if found else []
