"""What a view of a large event costs: its page to a player, and the API.

    python -m tests.benchmarks.event_pages [--players N] [--rounds N]

All but the last round are over, and the last one is on. Everything is answered in one process,
through the site's middleware, with a database file of its own: the first view after the process has
started, then the median of twenty, in milliseconds of processor time.
"""

from __future__ import annotations

import os
import random
import sys
import time
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from games.racing.event import ROUNDS_BOUNDS
from tests.benchmarks.report import Row, arguments, report

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from games.management.progress import Progress
    from games.models import Event, Player, Round

VIEWS: Final = 20
SEATS: Final = 10
MINUTE: Final = 60_000


def rows(asked: Namespace, progress: Progress) -> Iterator[Row]:
    """Yield a row for each view."""
    with TemporaryDirectory() as folder:
        os.environ |= {"DATA_DIR": folder, "PAGE_SECONDS": "0"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire_site.settings")
        import django

        django.setup()
        from django.core.management import call_command
        from django.test import Client

        call_command("migrate", verbosity=0)
        event, player = stored(asked.players, asked.rounds)
        client = Client(SERVER_NAME="127.0.0.1")
        client.force_login(player)
        paths = (
            f"/event/{event.code}/",
            f"/api/v1/competitions/{event.code}",
            f"/api/v1/competitions/{event.code}/standings",
        )
        progress.begin("Asking", len(paths) * (VIEWS + 1))
        for path in paths:
            first, *others = (spent(client, path) for _ in progress.over(range(VIEWS + 1)))
            yield {"view": path, "first ms": first, "then ms": median(others)}


def spent(client: object, path: str) -> float:
    """Return the milliseconds of processor time that a view takes."""
    begun = time.process_time()
    answer = client.get(path)  # type: ignore[attr-defined]
    took = (time.process_time() - begun) * 1e3
    assert answer.status_code == 200, answer.status_code
    return took


def stored(players: int, rounds: int) -> tuple[Event, Player]:
    """Store an event whose last round is on, with chance results, and return it with a player."""
    from games.models import Participation, Player
    from games.models.database.instants import to_datetime
    from tests.models import events
    from tests.models.stored_races import NOW

    chance = random.Random(1)
    real = time.time_ns() // 1_000_000
    ahead = events.START - NOW + (3 * rounds - 2) * MINUTE
    event = events.planned(
        Player.objects.create_user("organiser", name="Alice"), rounds=rounds, now=real - ahead
    )
    crowd = Player.objects.bulk_create(
        Player(username=f"p{n}", name=f"Player {n}", name_key=f"player {n}") for n in range(players)
    )
    joined = to_datetime(real - ahead)
    Participation.objects.bulk_create(
        Participation(event=event, player=player, joined_at=joined) for player in crowd
    )
    for one in event.rounds.select_related("deal").order_by("number"):
        store_tables(one, crowd, chance, is_over=one.number < rounds)
    return event, crowd[0]


def store_tables(
    one: Round, players: Sequence[Player], chance: random.Random, *, is_over: bool
) -> None:
    """Seat players at the tables of a round; if it is over, with results."""
    from games.models import Entry, Race
    from games.models.database.instants import to_ms
    from games.racing import CODE_BYTES, Kind, race_code

    races = Race.objects.bulk_create(
        Race(
            code=race_code(chance.randbytes(CODE_BYTES)),
            rules=one.rules,
            kind=Kind.EVENT,
            deal=one.deal,
            countdown_s=20,
            limit_s=one.limit_s,
            watchable=True,
            starts_at=one.starts_at,
            round=one,
        )
        for _ in range(0, len(players), SEATS)
    )
    Entry.objects.bulk_create(
        Entry(
            race=races[n // SEATS],
            player=player,
            seat=n % SEATS,
            state="ended" if is_over else "waiting",
            progress=chance.randrange(52) if is_over else 0,
            progress_at=chance.randrange(to_ms(one.ends_at) - to_ms(one.starts_at)),
            moves=9 if is_over else 0,
        )
        for n, player in enumerate(chance.sample(players, len(players)))
    )
    # The database refuses seats at a table whose cards are dealt.
    one.tables.update(dealt_at=one.starts_at, closed_at=one.ends_at if is_over else None)
    one.seated_at = one.starts_at
    one.save(update_fields=["seated_at"])


if __name__ == "__main__":
    parser = arguments(__doc__, players=1000)
    least, most = ROUNDS_BOUNDS
    parser.add_argument("--rounds", type=int, choices=range(least, most + 1), default=most)
    sys.exit(report(parser.parse_args(), rows))
