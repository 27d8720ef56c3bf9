"""Ranked races on known deals, with actions stored some time ago."""

from __future__ import annotations

from collections.abc import Sequence

from tests.live.conftest import Visit
from tests.live.racer import Racer
from tests.live.wins import Win
from tests.processes import Site

RANKED = """
from games.models import Race
Race.objects.filter(code={code!r}).update(kind="ranked", watchable={watchable})
"""

EARLIER = """
import time
from games.models import Race
from games.models.races.transition import change_race
now = time.time_ns() // 1_000_000
race = Race.objects.get(code={code!r})
change_race(
    race.code, lambda race, now: race.start(race.host, now), lambda: now - {since}
)
entry = race.entries.get(seat=1)
for number, (ms, text) in enumerate({actions!r}, 1):
    entry.actions.create(number=number, ms=ms, text=text)
"""


def open_ranked(
    site: Site, visit: Visit, known: Win, *, watchable: bool
) -> tuple[str, list[Racer]]:
    """Open a ranked race on a known deal and seat Alice and Bob, each at a process."""
    arguments = ("race", known.rules, "--deal", known.deal, "--countdown", "3")
    code = site.manage(*arguments).strip()
    _run(site, RANKED.format(code=code, watchable=watchable))
    racers = [visit(site.urls[0]), visit(site.urls[-1])]
    for racer in racers:
        racer.join(code)
    return code, racers


def start_earlier(site: Site, code: str, since: int, actions: Sequence[tuple[int, str]]) -> None:
    """Backdate the start of a race and store timed actions of its second seat.

    No socket may be open: a process that already knows the race would not notice.
    """
    _run(site, EARLIER.format(code=code, since=since, actions=list(actions)))


def _run(site: Site, program: str) -> None:
    site.manage("shell", "--no-imports", "--command", program)
