"""Runs on a proven deal that lose it at a known move."""

from __future__ import annotations

from games import engine
from games.models import Deal, Entry, Player, Race
from games.models.races.closing import close_race
from games.models.races.new_race import new_race
from games.models.races.transition import change_race
from games.solver.public_keys import public_key
from tests.clocks import at
from tests.models.stored_races import END, NOW, act, winnable_race

LOSING = "t3t7x2"
"""Loses the race of `winnable_race` after 15 of its moves, which the solver proves in 4,360 states.
The only move then left is to deal."""

BEFORE = 15


def lost_run(player: Player) -> Entry:
    """Play a detour, take it back, then lose with action 18 and make one more move."""
    race, moves = winnable_race(player)
    return _closed(race, player, moves[0], "t7t2", "undo", *moves[1:BEFORE], LOSING, "deal")


def saved_run(player: Player) -> Entry:
    """Play the same loss and take it back; then the bell rings."""
    race, moves = winnable_race(player)
    return _closed(race, player, *moves[:BEFORE], LOSING, "undo", moves[BEFORE])


def won_run(player: Player) -> Entry:
    """Win after a detour that returns to the same position."""
    race, moves = winnable_race(player)
    return _closed(race, player, moves[0], "t7t2", "t2t7", *moves[1:])


def hopeless_run(player: Player) -> Entry:
    """Make one move on a deal that the solver proves lost, in 378 states."""
    deal = Deal.objects.from_cards(str(engine.Deal.from_key(public_key("test", 17))))
    race = new_race(player, "beleaguered-castle", at(NOW), deal=deal)
    race, _ = change_race(race.code, lambda r, now: r.start(player.pk, now), at(NOW))
    return _closed(race, player, "t5t7")


def _closed(race: Race, player: Player, *actions: str) -> Entry:
    entry = act(race, player, *actions)
    close_race(race, at(END))
    entry.refresh_from_db()
    return entry
