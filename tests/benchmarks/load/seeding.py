"""Stored races whose players are seated and logged in, for a bench's own database.

`python -m tests.benchmarks.load.seeding RACES START`, with the site's settings in the environment,
prints the courses as JSON. START is in milliseconds since the epoch; 0 leaves the races waiting.
"""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Sequence
from datetime import timedelta
from itertools import islice
from typing import TYPE_CHECKING

import django

from tests.benchmarks.load.courses import SEATS, Course, known_wins, short_of_winning, to_json
from tests.live.wins import Win

if TYPE_CHECKING:
    from games.models import Player, Race


def seed(races: int, start: int) -> list[Course]:
    """Open so many races of five guests; with a start, their starts spread over one second."""
    wins = list(islice(known_wins(), races))
    players = create_guests(races * SEATS)
    rows = create_races(wins, players, start)
    cookies = log_in(players)
    return [
        Course(row.code, short_of_winning(win), cookies[n * SEATS : (n + 1) * SEATS])
        for n, (row, win) in enumerate(zip(rows, wins, strict=True))
    ]


def create_guests(number: int) -> list[Player]:
    """Store guests."""
    from games.models import Player
    from games.models.people.guest_names import CHANCE_BYTES, guest_name

    password = Player()
    password.set_unusable_password()
    return Player.objects.bulk_create(
        Player(
            username=f"guest-{secrets.token_hex(16)}",
            name=guest_name(secrets.token_bytes(CHANCE_BYTES)),
            guest=True,
            password=password.password,
        )
        for _ in range(number)
    )


def create_races(wins: Sequence[Win], players: Sequence[Player], start: int) -> list[Race]:
    """Store a race on each deal, with the players seated five by five."""
    from games.models import Deal, Entry, Race
    from games.models.database.instants import to_datetime
    from games.racing import CODE_BYTES, race_code

    now = time.time_ns() // 1_000_000
    deals = Deal.objects.bulk_create(Deal(cards=win.deal) for win in wins)
    rows = Race.objects.bulk_create(
        Race(
            code=race_code(secrets.token_bytes(CODE_BYTES)),
            rules=win.rules,
            deal=deal,
            host=players[number * SEATS],
            countdown_s=3,
            created_at=to_datetime(now),
            starts_at=to_datetime(start + 1000 * number // len(wins)) if start else None,
        )
        for number, (win, deal) in enumerate(zip(wins, deals, strict=True))
    )
    Entry.objects.bulk_create(
        Entry(
            race=rows[number // SEATS],
            player=player,
            seat=number % SEATS,
            ready=False,
            created_at=to_datetime(now),
        )
        for number, player in enumerate(players)
    )
    return rows


def log_in(players: Sequence[Player]) -> list[str]:
    """Store a session for each player; return their cookies."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.contrib.sessions.models import Session
    from django.utils import timezone

    coder = SessionStore()
    keys = [secrets.token_hex(16) for _ in players]
    Session.objects.bulk_create(
        Session(
            session_key=key,
            session_data=coder.encode(
                {
                    SESSION_KEY: str(player.pk),
                    BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
                    HASH_SESSION_KEY: player.get_session_auth_hash(),
                }
            ),
            expire_date=timezone.now() + timedelta(days=1),
        )
        for key, player in zip(keys, players, strict=True)
    )
    return [f"{settings.SESSION_COOKIE_NAME}={key}" for key in keys]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire_site.settings")
    django.setup()
    sys.stdout.write(to_json(seed(int(sys.argv[1]), int(sys.argv[2]))))
