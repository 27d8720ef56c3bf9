"""Presence: what players let their friends see of where they are."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from django.db.models import Q

from games import racing
from games.models.database.instants import to_datetime
from games.models.people.player import Player
from games.models.races.entry import Entry

ONLINE_MS: Final = 3 * 60_000
"""A player who requested a page within this time is online."""

RACING_MS: Final = 20_000
"""A player who had a race open within this time is racing."""


@dataclass(frozen=True)
class Presence:
    """Whether a player is online, and the code of the race that others may watch, if any."""

    online: bool = False
    racing: str | None = None


def presences(players: Collection[Player], now: int) -> Mapping[int, Presence]:
    """Return what others may see of each player's presence, by player. Costs one query.

    Players who hide their presence are shown as away.
    """
    shown = {player.pk: player for player in players if player.show_online}
    entries = Entry.objects.filter(
        Q(race__kind__in=(racing.Kind.CASUAL.value, racing.Kind.RANKED.value)),
        player__in=shown,
        seen_at__gte=to_datetime(now - RACING_MS),
        race__closed_at=None,
        race__starts_at__lte=to_datetime(now),
    )
    races = dict(entries.values_list("player", "race__code"))
    since = to_datetime(now - ONLINE_MS)
    return {
        player.pk: Presence(
            online=player.pk in races
            or (player.pk in shown and player.seen_at is not None and player.seen_at >= since),
            racing=races.get(player.pk),
        )
        for player in players
    }
