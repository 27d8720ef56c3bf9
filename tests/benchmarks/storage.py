"""What races take on disk, in both databases and in their backups.

    python -m tests.benchmarks.storage [--races N]

It fills fresh databases with races of five on known wins of all games: the first player wins, the
others stop after three quarters of the same moves.
"""

from __future__ import annotations

import sqlite3
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import psycopg

from games.management.progress import Progress
from tests import manage
from tests.benchmarks.load.courses import SEATS, known_wins
from tests.benchmarks.report import Row, benchmark
from tests.live.wins import Win
from tests.stores import Backend, Stores

if TYPE_CHECKING:
    from games.models import Player

FILL: Final = "from tests.benchmarks.storage import fill; fill({races})"

BACKENDS: Final[tuple[Backend, ...]] = ("sqlite", "postgres")


def rows(asked: Namespace, progress: Progress) -> Iterator[Row]:
    """Yield a row for each database."""
    progress.begin("Filling", len(BACKENDS))
    for backend in progress.over(BACKENDS):
        with ExitStack() as cleanup:
            common, own = (Path(cleanup.enter_context(TemporaryDirectory())) for _ in range(2))
            store = Stores(common, cleanup).fresh(backend, own, cleanup)
            empty = size(store)
            code = FILL.format(races=asked.races)
            actions = int(manage.run(store, "shell", "--no-imports", "--command", code))
            grown = size(store) - empty
            backup = own / "of-races.backup"
            manage.run(store, "backup", str(backup))
            yield {
                "database": backend,
                "races of five": asked.races,
                "actions": actions,
                "KiB a race": grown / asked.races / 1024,
                "bytes an action": grown / actions,
                "KiB a race in a backup": backup.stat().st_size / asked.races / 1024,
            }


def size(store: Mapping[str, str]) -> int:
    """Return the bytes of a database without what is free in it."""
    if url := store.get("DATABASE_URL"):
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("VACUUM FULL ANALYZE")
            row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
            assert row is not None
            return int(row[0])
    path = Path(store["DATA_DIR"]) / "db.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.stat().st_size


def fill(races: int) -> None:
    """Store races that are over, and print how many actions they have."""
    from games.models import Player

    people = [Player.objects.create_guest() for _ in range(SEATS)]
    sys.stdout.write(str(sum(store(people, win) for win in islice(known_wins(), races))))


def store(people: Sequence[Player], win: Win) -> int:
    """Store a race that is over; return how many actions it has."""
    from games.models import Action, Deal
    from games.models.races.closing import close_race
    from games.models.races.transition import change_race
    from tests.clocks import at
    from tests.models.stored_races import END, NOW, open_race

    race = open_race(*people, rules=win.rules)
    race.deal = Deal.objects.create(cards=win.deal)
    race.save(update_fields=["deal"])
    change_race(race.code, lambda found, now: found.start(people[0].pk, now), at(NOW))
    runs = [win.moves, *[stopped(win.moves) for _ in people[1:]]]
    for player, moves in zip(people, runs, strict=True):
        entry = race.entries.get(player=player)
        Action.objects.bulk_create(
            Action(entry=entry, number=number, ms=1500 * number, text=text)
            for number, text in enumerate(moves, 1)
        )
    race.refresh_from_db()
    close_race(race, at(END))
    return sum(map(len, runs))


def stopped(moves: list[str]) -> list[str]:
    """Return the actions of a player who stops after three quarters of the moves."""
    return [*moves[: 3 * len(moves) // 4], "end"]


if __name__ == "__main__":
    sys.exit(benchmark(__doc__, rows, races=100))
