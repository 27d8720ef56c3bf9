"""What a player has ahead: planned races, and any-time races that are theirs to play."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from games.models import AnytimeRace, Player, Race
from games.models.database.instants import to_datetime, to_ms
from games.pages.deals.labels import title
from games.pages.races.anytime.card import AnytimeCard, cards

LATEST = 5
"""How many of a player's latest any-time races to look at."""

WITHIN = 60 * 60_000
"""How many milliseconds before its start the page of an attempt knows of a planned race."""


class Planned(NamedTuple):
    """A race that waits for its time, with the title of its game."""

    race: Race
    title: str
    left: int
    """Milliseconds until it starts."""


def planned(player: Player, most: int, instant: int) -> list[Planned]:
    """Return the races with a seat of the player that start at a set time, the next one first."""
    ahead = Race.objects.filter(entries__player=player, planned_at__gt=to_datetime(instant))
    return [
        Planned(race, title(race.rules), to_ms(race.planned_at) - instant)
        for race in ahead.order_by("planned_at", "pk")[:most]
        if race.planned_at
    ]


class PlannedSoon(NamedTuple):
    """The next planned race of a player who is about to start a clock of their own."""

    title: str
    left: int
    """Milliseconds until it starts."""


def planned_soon(player: Player | None, instant: int) -> PlannedSoon | None:
    """Return a player's next planned race if it starts while a page may stay open."""
    if player is None:
        return None
    for _, name, left in planned(player, 1, instant):
        if left < WITHIN:
            return PlannedSoon(name, left)
    return None


def to_play(player: Player, instant: int, invited: Collection[str] = ()) -> list[AnytimeCard]:
    """Return the any-time races that the player may start or go on with, newest first.

    Among them are those with the codes in `invited`.
    """
    near = AnytimeRace.objects.near(player, invited)
    open_ones = near.filter(trial__closes_at__gt=to_datetime(instant))
    found = list(open_ones.with_deals()[:LATEST])
    return [card for card in cards(found, player, instant) if card.may_start] if found else []
