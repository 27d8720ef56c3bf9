"""A leaderboard of ten million lines: how long a page, a rank and a result take.

    python -m tests.benchmarks.leaderboard [LINES]

Fills a throw-away PostgreSQL database, and a Redis sorted set with a tenth of it to compare. Only
the players are filled in whom a measured page shows.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from statistics import median
from typing import Any

from tests import manage
from tests.stores import postgres_database, redis_database

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
  FROM generate_series(1, {lines}) AS n;
CREATE UNIQUE INDEX line_one_a_player ON games_line (board_id, player_id);
CREATE INDEX line_in_order ON games_line (board_id, merit, id);
INSERT INTO games_tally (board_id, stretch, count)
  SELECT 1, merit / 100000000, count(*) FROM games_line GROUP BY 2;
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lines", nargs="?", type=int, default=10_000_000)
    lines = parser.parse_args().lines
    with ExitStack() as cleanup:
        url = cleanup.enter_context(postgres_database("template1"))
        manage.run({"DATABASE_URL": url}, "migrate", "--verbosity", "0")
        os.environ.update(DATABASE_URL=url, DJANGO_SETTINGS_MODULE="solitaire_site.settings")
        import django

        django.setup()
        cleanup.callback(disconnect)
        postgres(lines)
        sorted_set(cleanup.enter_context(redis_database()), lines // 10)


def disconnect() -> None:
    from django.db import connection

    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]


def postgres(lines: int) -> None:
    """Fill the database and measure."""
    from django.db import connection

    from games.models import Board, Deal, Line, Player, Race

    someone = Player.objects.create_user("someone")
    race = Race.objects.create(
        code="BNCHMK", rules="agnes-sorel/standard", deal=Deal.objects.draw(bytes(32))
    )
    entry = race.entries.create(pk=1, player=someone, seat=0, state="won", time_ms=1, progress=52)
    begun = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute(FILL.format(name=NAME, lines=lines - 1))
        cursor.execute("VACUUM ANALYZE games_line")
        cursor.execute("VACUUM ANALYZE games_tally")
    print(f"{lines} lines filled in {time.perf_counter() - begun:.0f} s")  # noqa: T201
    board = Board.objects.get()
    chosen = random.Random(1).sample(range(2, lines), SAMPLES)
    own = list(Line.objects.filter(player__in=chosen).order_by("pk"))
    shown = set(chosen)
    for line in own:
        lines_there = board.lines.values_list("player", flat=True)
        shown.update(lines_there.filter(merit__gte=line.merit).order_by("merit", "pk")[:80])
        shown.update(lines_there.filter(merit__lte=line.merit).order_by("-merit", "-pk")[:80])
    shown.update(board.lines.order_by("merit", "pk").values_list("player", flat=True)[:60])
    there = set(Player.objects.values_list("pk", flat=True))
    Player.objects.bulk_create(
        Player(pk=pk, username=f"p{pk}", name=f"P{pk}", name_key=f"p{pk}") for pk in shown - there
    )
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE games_player")

    def counted(line: Line) -> int:
        return board.lines.filter(merit__lt=line.merit).count()

    def better(line: Line) -> None:
        entry.player_id, entry.time_ms = (
            line.player_id,
            10 * random.Random(line.pk).randrange(100, 6000),
        )
        board.enter(entry)

    say("top 50, with ranks", [board.top] * SAMPLES)
    say("50 from anywhere on", [partial(board.top, (line.merit, line.pk)) for line in own])
    say("my rank", [partial(board.place, line) for line in own])
    say("around me, with ranks", [partial(board.around, line.player_id) for line in own])
    say("my rank by counting rows", [partial(counted, line) for line in own[:5]])
    say("a better result taken over", [partial(better, line) for line in own])


def sorted_set(url: str, lines: int) -> None:
    """The same in a Redis sorted set."""
    import redis

    client = redis.Redis.from_url(url)
    draw = random.Random(1)
    for first in range(0, lines, 50_000):
        client.zadd("board", {str(n): draw.random() for n in range(first, first + 50_000)})
    size = client.memory_usage("board", samples=0) or 0
    print(f"Redis: {lines} lines take {size / lines:.0f} bytes each")  # noqa: T201
    people = [str(draw.randrange(lines)) for _ in range(SAMPLES)]
    say("Redis: top 50", [partial(client.zrange, "board", 0, 49)] * SAMPLES)
    say("Redis: my rank", [partial(client.zrank, "board", one) for one in people])


def say(what: str, deeds: list[Callable[[], Any]]) -> None:
    """Print how long something takes: the median and the slowest of a hundred."""
    times = []
    cpu = time.process_time()
    for deed in deeds:
        begun = time.perf_counter()
        deed()
        times.append(1000 * (time.perf_counter() - begun))
    own = 1000 * (time.process_time() - cpu) / len(deeds)
    times.sort()
    worst = times[int(0.99 * (len(times) - 1))]
    print(  # noqa: T201
        f"{what}: median {median(times):.2f} ms, p99 {worst:.2f} ms, {own:.2f} ms of this process"
    )


if __name__ == "__main__":
    main()
