"""The standings of an event, computed and queued to those who look at its page.

`python -m tests.benchmarks.load.standings PLAYERS ROUNDS` needs no database, and prints the median
and the longest milliseconds of twenty turns.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import statistics
import sys
import time
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from games.models.standings.event_state import EventState

TURNS = 20


def event_of(players: int, rounds: int) -> EventState:
    """Return an event whose last round is on, with chance results."""
    from games.models.standings.event_state import EventState, SeatedTable, StoredRound
    from games.racing import Arrival, EventTally, Run, RunState, rank_key

    chance = random.Random(1)
    everyone = range(1, players + 1)
    tally = EventTally()
    for _ in range(rounds):
        runs = [
            Run(RunState.ENDED, chance.randrange(52), chance.randrange(600_000), 9)
            for _ in everyone
        ]
        tally = tally.after(
            Arrival(player, rank_key(run)) for player, run in zip(everyone, runs, strict=True)
        )
    return EventState(
        code="QFXKMP",
        version=1,
        name="Bench",
        stage="on",
        rounds=tuple(
            StoredRound(n, "running", 0, 1 << 60, "c" * 64, None, players, None)
            for n in range(1, rounds + 2)
        ),
        players=frozenset(everyone),
        names=(),
        tables=tuple(
            SeatedTable(f"T{n:05}", True, {p: f"Player {p}" for p in everyone[n : n + 10]})
            for n in range(0, players, 10)
        ),
        latest=rounds + 1,
        settled=frozenset(range(1, rounds + 1)),
        tally=tally,
    )


async def turns(players: int, rounds: int) -> list[float]:
    """Return the milliseconds that each turn took."""
    from games.live.connections import Connection
    from games.live.event_hall import EventHall
    from games.live.event_storage import KnownAs
    from games.live.visitors import Visitor
    from games.racing import Run, RunState

    stored = event_of(players, rounds)
    everyone = sorted(stored.players)
    hall = EventHall(stored.code, lambda: 1)
    hall._event = stored
    hall._known = {player: KnownAs(f"Player {player}", guest=True) for player in everyone}
    found = []
    for turn in range(TURNS):
        hall.connections = set()
        for player in everyone:
            connection = Connection(player)
            connection.visitor = Visitor(player, "key")
            hall.connections.add(connection)
        hall._ended[turn + 1] = Run(RunState.WON, 52, 1000, 80, time=1000 + turn)
        began = time.perf_counter()
        await hall._tell()
        found.append((time.perf_counter() - began) * 1e3)
    return found


def main(players: int, rounds: int) -> None:
    # Load the program, then let collections pass over it, as web processes do once they run.
    asyncio.run(turns(2 * TURNS, 1))
    gc.collect()
    gc.freeze()
    found = asyncio.run(turns(players, rounds))
    median, longest = statistics.median(found), max(found)
    sys.stdout.write(f"{median:.1f} {longest:.1f}\n")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire_site.settings")
    django.setup()
    main(int(sys.argv[1]), int(sys.argv[2]))
