"""Stored races to test with."""

from __future__ import annotations

import json
from pathlib import Path

from games import engine
from games.models import Action, Deal, Entry, Player, Race
from games.models.races.closing import close_race
from games.models.races.new_race import RaceOptions, new_race
from games.models.races.transition import change_race
from games.racing import Kind
from tests.clocks import at

NOW = 1_700_000_000_000
ZERO = NOW + 5_000
LIMIT = 600_000
END = ZERO + LIMIT

RULES = "agnes-sorel/standard"
"""A game in which no deal is stuck from the start, as it has a stock."""


def open_race(*players: Player, rules: str = RULES, now: int = NOW) -> Race:
    """Open a race; the first player is the host, who allows bots if one is to join."""
    allowed = RaceOptions(bots_allowed=any(player.bot for player in players))
    race = new_race(players[0], rules, at(now), allowed)
    for player in players[1:]:
        join(race, player)
    return Race.objects.find(race.code)


def join(race: Race, player: Player) -> None:
    change_race(race.code, player.take_seat, at(NOW))


def started_race(*players: Player, rules: str = RULES) -> Race:
    """Open a race that starts at ZERO."""
    race = open_race(*players, rules=rules)
    return change_race(race.code, lambda r, now: r.start(players[0].pk, now), at(NOW))[0]


def closed_race(*players: Player, rules: str = RULES) -> Race:
    """Store a closed race without actions."""
    race = started_race(*players, rules=rules)
    close_race(race, at(END))
    return race


def act(race: Race, player: Player, *actions: str, ms: int = 1000) -> Entry:
    """Store actions of a player, a second apart, legal or not."""
    entry = race.entries.get(player=player)
    first = entry.actions.count() + 1
    for number, action in enumerate(actions, first):
        Action.objects.create(entry=entry, number=number, ms=ms + 1000 * (number - 1), text=action)
    return entry


def winnable_race(
    *players: Player, kind: Kind = Kind.CASUAL, watchable: bool = False
) -> tuple[Race, list[str]]:
    """Open a race that starts at ZERO on a winnable deal; return it with the winning moves."""
    wins = json.loads((Path(__file__).parent.parent / "fixtures" / "wins.json").read_text("ascii"))
    win = next(win for win in wins if win["rules"] == RULES)
    race = open_race(*players)
    race.deal = Deal.objects.from_cards(str(engine.Deal.from_key(win["key"].encode())))
    race.kind = kind
    race.watchable = watchable
    race.save(update_fields=["deal", "kind", "watchable"])
    started, _ = change_race(race.code, lambda r, now: r.start(players[0].pk, now), at(NOW))
    return started, win["moves"].split()


def won_race(alice: Player, bob: Player) -> Race:
    """Return a closed race: Alice has won, Bob has ended his run after one deal."""
    race, moves = winnable_race(alice, bob)
    act(race, alice, *moves)
    act(race, bob, "deal", "end")
    close_race(race, at(END))
    return race
