"""An event whose first round is seated, for a bench's own database.

`python -m tests.benchmarks.load.event_seeding PLAYERS START`, with the site's settings in the
environment, prints the milliseconds that seating took, and the tables as courses. START, a full
minute, is in milliseconds since the epoch.
"""

from __future__ import annotations

import os
import sys
import time

import django
from msgspec import json

from tests.benchmarks.load.courses import Course
from tests.benchmarks.load.seeding import create_guests, log_in


def seed(count: int, start: int) -> tuple[float, list[Course]]:
    """Plan an event, let so many guests take part, and seat its first round."""
    from games.models import Entry, Participation, Player, Race
    from games.models.database.instants import to_datetime
    from games.models.races.event_plan import plan_event
    from games.models.races.event_seating import seat_rounds
    from games.racing import SEATED
    from tests.clocks import at
    from tests.models import events

    events.stock()
    organiser = Player.objects.create_user("organiser", name="Alice")
    planned = start - 60 * events.MINUTE
    event = plan_event(organiser, events.terms(start=start), at(planned))
    players = create_guests(count)
    joined = to_datetime(planned)
    Participation.objects.bulk_create(
        Participation(event=event, player=player, joined_at=joined) for player in players
    )
    cookies = dict(zip([player.pk for player in players], log_in(players), strict=True))
    began = time.perf_counter()
    seat_rounds(at(start - SEATED))
    took = (time.perf_counter() - began) * 1e3
    seated: dict[str, list[str]] = {}
    for code, player in Entry.objects.order_by("race", "seat").values_list("race__code", "player"):
        seated.setdefault(code, []).append(cookies[player])
    assert len(seated) == Race.objects.count()
    return took, [Course(code, [], there) for code, there in seated.items()]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "solitaire_site.settings")
    django.setup()
    sys.stdout.buffer.write(json.encode(seed(int(sys.argv[1]), int(sys.argv[2]))))
