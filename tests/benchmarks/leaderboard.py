"""How long a page, a rank and a new result take on a leaderboard of ten million rows.

    python -m tests.benchmarks.leaderboard [--rows N]

It fills a temporary PostgreSQL database, and for comparison a Redis sorted set of a tenth the size.
Only players that a measured page shows get a row of their own.
"""

from __future__ import annotations

import os
import random
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, TypeAlias

from games.management.progress import Progress
from tests import manage
from tests.benchmarks.report import Row, benchmark
from tests.stores import postgres_database, redis_database

if TYPE_CHECKING:
    from games.models import Entry, Leaderboard, LeaderboardRow

Call: TypeAlias = Callable[[], object]

SAMPLES = 200
NAME = "all/agnes-sorel/standard"

PREPARE = """
SET synchronous_commit = off;
SET session_replication_role = replica;
SET maintenance_work_mem = '512MB';
INSERT INTO games_board (id, name) OVERRIDING SYSTEM VALUE VALUES (1, '{name}');
ALTER TABLE games_line DROP CONSTRAINT line_one_a_player;
DROP INDEX line_in_order;
"""
FILL = """
INSERT INTO games_line (board_id, player_id, entry_id, merit)
  SELECT 1, n, 1, 10000000000000
    + floor(6000 + 15000 * (random() + random() + random()))::bigint * 1000000
    + floor(80 + 60 * random())::bigint
  FROM generate_series({first}, {last}) AS n;
"""
FINISH = """
CREATE UNIQUE INDEX line_one_a_player ON games_line (board_id, player_id);
CREATE INDEX line_in_order ON games_line (board_id, merit, id);
INSERT INTO games_tally (board_id, stretch, count)
  SELECT 1, merit / 100000000, count(*) FROM games_line GROUP BY 2;
"""
AT_ONCE = 50_000
"""Rows that are filled in at once."""


def rows(asked: Namespace, progress: Progress) -> Iterator[Row]:
    """Yield a row for each question to the leaderboard, and to the sorted set."""
    with ExitStack() as cleanup:
        url = cleanup.enter_context(postgres_database("template1"))
        manage.run({"DATABASE_URL": url}, "migrate", "--verbosity", "0")
        os.environ.update(DATABASE_URL=url, DJANGO_SETTINGS_MODULE="solitaire_site.settings")
        import django

        django.setup()
        cleanup.callback(disconnect)
        yield from postgres(asked.rows, progress)
        members = max(1, asked.rows // 10)
        yield from sorted_set(cleanup.enter_context(redis_database()), members, progress)


def disconnect() -> None:
    from django.db import connection

    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]


def postgres(rows: int, progress: Progress) -> Iterator[Row]:
    """Fill the database and measure."""
    from games.models import Leaderboard, LeaderboardRow

    entry = fill(rows, progress)
    board = Leaderboard.objects.get()
    chosen = random.Random(1).sample(range(2, rows), min(SAMPLES, rows - 2))
    own = list(LeaderboardRow.objects.filter(player__in=chosen).order_by("pk"))
    create_players(players_around(board, own))

    def counted(row: LeaderboardRow) -> int:
        return board.rows.filter(rank_key__lt=row.rank_key).count()

    def better(row: LeaderboardRow) -> None:
        entry.player_id = row.player_id
        entry.time_ms = 10 * random.Random(row.pk).randrange(100, 6000)
        board.enter(entry)

    yield from measured(
        {
            "top 50, with ranks": [board.top] * len(own),
            "50 from anywhere on": [partial(board.top, (row.rank_key, row.pk)) for row in own],
            "my rank": [partial(board.place, row) for row in own],
            "around me, with ranks": [partial(board.around, row.player_id) for row in own],
            "my rank by counting rows": [partial(counted, row) for row in own[:5]],
            "a better result entered": [partial(better, row) for row in own],
        },
        progress,
    )


def fill(rows: int, progress: Progress) -> Entry:
    """Fill the leaderboard, and return the one entry to which all its rows belong."""
    from django.db import connection

    from games.models import Deal, Player, Race

    someone = Player.objects.create_user("someone")
    race = Race.objects.create(
        code="BNCHMK", rules="agnes-sorel/standard", deal=Deal.objects.draw(bytes(32))
    )
    entry = race.entries.create(pk=1, player=someone, seat=0, state="won", time_ms=1, progress=52)
    progress.begin("Filling rows", rows)
    with connection.cursor() as cursor:
        cursor.execute(PREPARE.format(name=NAME))
        for first in range(1, rows, AT_ONCE):
            last = min(first + AT_ONCE, rows) - 1
            cursor.execute(FILL.format(first=first, last=last))
            progress.reach(last)
        cursor.execute(FINISH)
        cursor.execute("VACUUM ANALYZE games_line")
        cursor.execute("VACUUM ANALYZE games_tally")
    return entry


def players_around(board: Leaderboard, rows: Iterable[LeaderboardRow]) -> set[int]:
    """Return the players on the pages that are measured: these rows' neighbours, and the top."""
    players = board.rows.values_list("player", flat=True)
    found = set(players.order_by("rank_key", "pk")[:60])
    for row in rows:
        found.update(players.filter(rank_key__gte=row.rank_key).order_by("rank_key", "pk")[:80])
        found.update(players.filter(rank_key__lte=row.rank_key).order_by("-rank_key", "-pk")[:80])
    return found


def create_players(keys: set[int]) -> None:
    """Create the players with these primary keys that don't exist yet."""
    from django.db import connection

    from games.models import Player

    existing = set(Player.objects.values_list("pk", flat=True))
    Player.objects.bulk_create(
        Player(pk=pk, username=f"p{pk}", name=f"P{pk}", name_key=f"p{pk}") for pk in keys - existing
    )
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE games_player")


def sorted_set(url: str, members: int, progress: Progress) -> Iterator[Row]:
    """Measure the same with a Redis sorted set."""
    import redis

    client = redis.Redis.from_url(url)
    draw = random.Random(1)
    progress.begin("Filling the sorted set", members)
    for first in range(0, members, AT_ONCE):
        last = min(first + AT_ONCE, members)
        client.zadd("board", {str(n): draw.random() for n in range(first, last)})
        progress.reach(last)
    size = client.memory_usage("board", samples=0) or 0
    people = [str(draw.randrange(members)) for _ in range(SAMPLES)]
    yield from measured(
        {
            "Redis: top 50": [partial(client.zrange, "board", 0, 49)] * SAMPLES,
            "Redis: my rank": [partial(client.zrank, "board", one) for one in people],
        },
        progress,
    )
    yield {"sorted set": "a member", "bytes": size / members}


def measured(questions: Mapping[str, Sequence[Call]], progress: Progress) -> Iterator[Row]:
    """Time the calls of each question."""
    progress.begin("Asking", sum(map(len, questions.values())))
    for what, calls in questions.items():
        times, own = [], 0.0
        for call in progress.over(calls):
            began, cpu = time.perf_counter(), time.process_time()
            call()
            times.append(1000 * (time.perf_counter() - began))
            own += 1000 * (time.process_time() - cpu) / len(calls)
        times.sort()
        yield {
            "question": what,
            "median ms": median(times),
            "p99 ms": times[int(0.99 * (len(times) - 1))],
            "processor time of this process, ms": own,
        }


if __name__ == "__main__":
    sys.exit(benchmark(__doc__, rows, rows=10_000_000))
