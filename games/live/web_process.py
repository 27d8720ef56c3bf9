"""What the sockets and streams of this process share."""

from __future__ import annotations

import time
from typing import Final

from django.conf import settings

from games.live.draining import Drain
from games.live.limits import Admission, Limits
from games.live.rooms import Rooms
from games.live.shared_connects import SharedConnects


def wall_clock() -> int:
    """Return the milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


rooms: Final = Rooms(wall_clock)
drain: Final = Drain(rooms.close)
admission: Final = Admission(Limits(**settings.LIVE_LIMITS))
shared_connects: Final = SharedConnects(
    settings.REDIS_URL, settings.LIVE_LIMITS["connects_per_address"]
)
