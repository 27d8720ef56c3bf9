"""A round of an event: how far apart a thousand players at a hundred tables get their cards."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from typing import Final

from msgspec import json

from tests.benchmarks.load.courses import Course
from tests.benchmarks.load.field import connect_all, field_of
from tests.benchmarks.load.figures import OwnLoad
from tests.benchmarks.load.race import DEAL_SECONDS
from tests.benchmarks.load.sites import Site, run
from tests.benchmarks.load.tally import LostError, Tally
from tests.benchmarks.load.waits import SETTLE_SECONDS, Dealt

PLAYERS: Final = 1000

LEAD: Final = 45
"""The least seconds until the start: seating, logging in and connecting take some of them."""


async def event_start(site: Site) -> tuple[float, Dealt]:
    """Start a round at the next full minute; return the milliseconds that its seating took, too.

    :raises LostError: if not all sockets are open by then.
    """
    tally = Tally()
    zero = -(-(int(time.time()) + LEAD) // 60) * 60
    arguments = (str(PLAYERS), str(zero * 1000))
    said = run(site.environment, "tests.benchmarks.load.event_seeding", *arguments)
    seating, courses = json.decode(said, type=tuple[float, list[Course]])
    racers = field_of(courses, tally)
    await connect_all(racers, [server.url for server in site.servers])
    if (spare := zero - time.time()) < SETTLE_SECONDS:
        raise LostError(f"the sockets were open {SETTLE_SECONDS - spare:.0f} s too late")
    await asyncio.sleep(zero - time.time())
    own = OwnLoad()
    await tally.until("dealt", len(racers), DEAL_SECONDS)
    load = own.share()
    late: dict[str, list[float]] = defaultdict(list)
    for racer in racers:
        # All tables race the same deal: their players are compared as those of one race.
        late["round"].append(((racer.dealt_at or 0) - zero) * 1000)
        racer.leave()
    return seating, Dealt.of(late, load)
