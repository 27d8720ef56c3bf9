"""A finished race: Alice has won, Bob has ended his run after one deal."""

from __future__ import annotations

import pytest

from games.models import Entry, Player, Race
from tests.models.stored_races import won_race


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    """Return the closed race."""
    return won_race(alice, bob)


def entry(race: Race, player: Player) -> Entry:
    """Return a player's run."""
    return race.entries.get(player=player)
