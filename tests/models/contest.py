"""What several people do at the same moment, each on a connection of their own.

A contest runs in a process on a database of its own and prints what came of it as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from threading import Barrier, Thread
from typing import Any

from django.db import IntegrityError, connection

from games.models import Action, Deal, Entry, Player, Race
from games.racing import RefusedError
from tests.models.tables import END, NOW, closed_race, join, open_race, started_race


def at_once(deeds: Sequence[Callable[[], Any]]) -> list[Any]:
    """What each of the deeds gives when all begin together; of a refusal, its code."""
    results: list[Any] = [None] * len(deeds)
    ready = Barrier(len(deeds))

    def do(number: int, deed: Callable[[], Any]) -> None:
        connection.ensure_connection()
        ready.wait()
        try:
            results[number] = deed()
        except RefusedError as refusal:
            results[number] = refusal.code
        except IntegrityError:
            results[number] = "taken"
        finally:
            connection.close()

    threads = [Thread(target=do, args=pair) for pair in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def guests(count: int) -> list[Player]:
    return [Player.objects.create_guest() for _ in range(count)]


def last_seat() -> dict[str, Any]:
    """Two players join a race that has one seat left."""
    race = open_race(*guests(9))
    joins = at_once([partial(join, race, player) for player in guests(2)])
    seats = list(race.entries.order_by("seat").values_list("seat", flat=True))
    return {"joins": joins, "seats": seats}


def full_table() -> dict[str, Any]:
    """Nine players join the host."""
    race = open_race(*guests(1))
    joins = at_once([partial(join, race, player) for player in guests(9)])
    seats = list(race.entries.order_by("seat").values_list("seat", flat=True))
    return {"joins": joins, "seats": seats}


def rematch() -> dict[str, Any]:
    """Eight players ask for the rematch."""
    players = guests(8)
    race = closed_race(*players)
    races = at_once([partial(Race.objects.rematch, race, player, END) for player in players])
    again = Race.objects.get(rematch_of=race)
    return {
        "codes": sorted({race.code for race in races}),
        "code": again.code,
        "seated": again.entries.count(),
        "deals": Deal.objects.count(),
    }


def close() -> dict[str, Any]:
    """Eight processes hear the bell."""
    race = started_race(*guests(3))
    loaded = [Race.objects.get(pk=race.pk) for _ in range(8)]
    closed = at_once([partial(race.close, END) for race in loaded])
    return {"closed": closed, "bells": Action.objects.count()}


def same_number() -> dict[str, Any]:
    """Two tabs of a player send the same action."""
    entry = started_race(*guests(1)).entries.get()
    deal = partial(Action.objects.create, entry=entry, number=1, ms=1000, text="deal")
    return {"sent": list(map(str, at_once([deal, deal]))), "stored": Action.objects.count()}


def last_move() -> dict[str, Any]:
    """A player's last move and the bell, ten times."""
    outcomes = []
    for _ in range(10):
        player = guests(1)[0]
        race = started_race(player, rules="agnes-sorel")
        entry = race.entries.get()
        deal = partial(Action.objects.create, entry=entry, number=1, ms=END - NOW, text="deal")
        move, closed = at_once([deal, partial(race.close, END)])
        settled = Race.objects.get(pk=race.pk)
        outcomes.append(
            {
                "move": str(move),
                "closed": closed,
                "state": Entry.objects.get(pk=entry.pk).state,
                "derived": settled.load() == settled.replay(),
            }
        )
    return {"outcomes": outcomes}


def run(contest: str) -> None:
    """Print what came of a contest."""
    found: Callable[[], dict[str, Any]] = globals()[contest]
    json.dump(found(), sys.stdout)
