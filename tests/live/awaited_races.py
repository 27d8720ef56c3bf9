"""Stored races for tests that run in an event loop."""

from __future__ import annotations

from channels.db import database_sync_to_async

from games.models import Player, Race
from tests.models.stored_races import open_race, started_race, winnable_race

opened = database_sync_to_async(open_race)
begun = database_sync_to_async(started_race)
winnable = database_sync_to_async(winnable_race)


@database_sync_to_async
def actions_of(race: Race, player: Player) -> list[tuple[int, str, int]]:
    """Return a player's stored actions: number, text, milliseconds."""
    actions = race.entries.get(player=player).actions.order_by("number")
    return list(actions.values_list("number", "text", "ms"))


@database_sync_to_async
def found(code: str) -> Race:
    """Return the stored race with this code."""
    return Race.objects.find(code)
