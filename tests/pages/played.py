"""A finished race: Alice has won, Bob has ended his run after one deal."""

from __future__ import annotations

import pytest

from games.models import Entry, Player, Race
from games.models.races.closing import close_race
from tests.clocks import at
from tests.models.stored_races import END, act, winnable_race


@pytest.fixture
def race(alice: Player, bob: Player) -> Race:
    """Return the closed race."""
    race, moves = winnable_race(alice, bob)
    act(race, alice, *moves)
    act(race, bob, "deal", "end")
    close_race(race, at(END))
    return race


def entry(race: Race, player: Player) -> Entry:
    """Return a player's run."""
    return race.entries.get(player=player)
