"""Races under way that the start page offers to watch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from games.models import Entry, Player, Race
from games.models.database.instants import to_ms
from games.models.visibility import listed
from games.pages.deals.labels import title

MOST: Final = 4
"""How many races to list."""

NAMES: Final = 3
"""How many players of a race to name."""


@dataclass(frozen=True)
class UnderWay:
    """A race to watch: who plays what, and since when."""

    race: Race
    names: list[str]
    others: int
    """How many players aren't named."""
    minutes: int

    @property
    def title(self) -> str:
        """The game's title."""
        return title(self.race.rules)


def watchable(player: Player | None, now: int) -> list[UnderWay]:
    """Return the latest races that a player may watch and isn't in."""
    seats = Prefetch("entries", Entry.objects.select_related("player").order_by("seat"))
    races = Race.objects.limited(now).filter(listed())
    if player is not None:
        races = races.exclude(entries__player=player)
    return [_under_way(race, now) for race in races.prefetch_related(seats).order_by("-pk")[:MOST]]


def _under_way(race: Race, now: int) -> UnderWay:
    names = [_name(entry.player) for entry in race.entries.all()]
    begun = to_ms(race.starts_at) if race.starts_at else now
    return UnderWay(race, names[:NAMES], len(names[NAMES:]), max(0, now - begun) // 60_000)


def _name(player: Player) -> str:
    return _("%(name)s (bot)") % {"name": player.name} if player.bot else player.name
