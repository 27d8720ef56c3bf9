"""How long a page, a rank and a new result take on a leaderboard of ten million rows.

    python -m tests.benchmarks.leaderboard [ROWS]

It fills a temporary PostgreSQL database, and for comparison a Redis sorted set of a tenth the size.
Only players that a measured page shows get a row of their own.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Any

from tests import manage
from tests.stores import postgres_database, redis_database

if TYPE_CHECKING:
    from games.models import Entry, Leaderboard, LeaderboardRow

SAMPLES = 200
NAME = "all/agnes-sorel/standard"

FILL = """
SET synchronous_commit = off;
SET session_replication_role = replica;
SET maintenance_work_mem = '512MB';
INSERT INTO games_board (id, name) OVERRIDING SYSTEM VALUE VALUES (1, '{name}');
ALTER TABLE games_line DROP CONSTRAINT line_one_a_player;
DROP INDEX line_in_order;
INSERT INTO games_line (board_id, player_id, entry_id, merit)
  SELECT 1, n, 1, 10000000000000
    + floor(6000 + 15000 * (random() + random() + random()))::bigint * 1000000
    + floor(80 + 60 * random())::bigint
  FROM generate_series(1, {rows}) AS n;
CREATE UNIQUE INDEX line_one_a_player ON games_line (board_id, player_id);
CREATE INDEX line_in_order ON games_line (board_id, merit, id);
INSERT INTO games_tally (board_id, stretch, count)
  SELECT 1, merit / 100000000, count(*) FROM games_line GROUP BY 2;
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="?", type=int, default=10_000_000)
    rows = parser.parse_args().rows
    with ExitStack() as cleanup:
        url = cleanup.enter_context(postgres_database("template1"))
        manage.run({"DATABASE_URL": url}, "migrate", "--verbosity", "0")
        os.environ.update(DATABASE_URL=url, DJANGO_SETTINGS_MODULE="solitaire_site.settings")
        import django

        django.setup()
        cleanup.callback(disconnect)
        postgres(rows)
        sorted_set(cleanup.enter_context(redis_database()), rows // 10)


def disconnect() -> None:
    from django.db import connection

    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]


def postgres(rows: int) -> None:
    """Fill the database and measure."""
    from games.models import Leaderboard, LeaderboardRow

    entry = fill(rows)
    board = Leaderboard.objects.get()
    chosen = random.Random(1).sample(range(2, rows), SAMPLES)
    own = list(LeaderboardRow.objects.filter(player__in=chosen).order_by("pk"))
    create_players(players_around(board, own))

    def counted(row: LeaderboardRow) -> int:
        return board.rows.filter(rank_key__lt=row.rank_key).count()

    def better(row: LeaderboardRow) -> None:
        entry.player_id = row.player_id
        entry.time_ms = 10 * random.Random(row.pk).randrange(100, 6000)
        board.enter(entry)

    measure("top 50, with ranks", [board.top] * SAMPLES)
    measure("50 from anywhere on", [partial(board.top, (row.rank_key, row.pk)) for row in own])
    measure("my rank", [partial(board.place, row) for row in own])
    measure("around me, with ranks", [partial(board.around, row.player_id) for row in own])
    measure("my rank by counting rows", [partial(counted, row) for row in own[:5]])
    measure("a better result entered", [partial(better, row) for row in own])


def fill(rows: int) -> Entry:
    """Fill the leaderboard, and return the one entry to which all its rows belong."""
    from django.db import connection

    from games.models import Deal, Player, Race

    someone = Player.objects.create_user("someone")
    race = Race.objects.create(
        code="BNCHMK", rules="agnes-sorel/standard", deal=Deal.objects.draw(bytes(32))
    )
    entry = race.entries.create(pk=1, player=someone, seat=0, state="won", time_ms=1, progress=52)
    began = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute(FILL.format(name=NAME, rows=rows - 1))
        cursor.execute("VACUUM ANALYZE games_line")
        cursor.execute("VACUUM ANALYZE games_tally")
    print(f"{rows} rows filled in {time.perf_counter() - began:.0f} s")  # noqa: T201
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


def sorted_set(url: str, members: int) -> None:
    """Measure the same with a Redis sorted set."""
    import redis

    client = redis.Redis.from_url(url)
    draw = random.Random(1)
    for first in range(0, members, 50_000):
        client.zadd("board", {str(n): draw.random() for n in range(first, first + 50_000)})
    size = client.memory_usage("board", samples=0) or 0
    print(f"Redis: {members} members take {size / members:.0f} bytes each")  # noqa: T201
    people = [str(draw.randrange(members)) for _ in range(SAMPLES)]
    measure("Redis: top 50", [partial(client.zrange, "board", 0, 49)] * SAMPLES)
    measure("Redis: my rank", [partial(client.zrank, "board", one) for one in people])


def measure(what: str, calls: list[Callable[[], Any]]) -> None:
    """Time some calls; print their median and 99th percentile."""
    times = []
    cpu = time.process_time()
    for call in calls:
        began = time.perf_counter()
        call()
        times.append(1000 * (time.perf_counter() - began))
    own = 1000 * (time.process_time() - cpu) / len(calls)
    times.sort()
    worst = times[int(0.99 * (len(times) - 1))]
    print(  # noqa: T201
        f"{what}: median {median(times):.2f} ms, p99 {worst:.2f} ms, "
        f"{own:.2f} ms processor time of this process"
    )


if __name__ == "__main__":
    main()
