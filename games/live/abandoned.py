"""Close races that all players left before the end; no room is open to do it."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from contextlib import suppress
from datetime import datetime
from typing import Final, TypeAlias

from games import racing
from games.engine import EngineError
from games.models import Race
from games.models.races.closing import close_races
from games.models.races.event_end import note_idle

logger = logging.getLogger(__name__)

LEFT_AFTER: Final = 15_000
"""Milliseconds without a heartbeat of any player after which a race counts as abandoned."""

AT_ONCE: Final = 10
"""Races replayed in one round: after an outage every race counts as abandoned."""

Left: TypeAlias = tuple[int, datetime | None]
"""A race's key, and when the last of its players was there."""


class Abandoned:
    """The abandoned races this process knows of, as they were left.

    Only the actions tell whether everyone is done or a finish has set the bell, and replaying them
    is slow. But nothing is added to an empty race, so each is replayed once after it was left, and
    again only if a player came back to it.
    """

    def __init__(self) -> None:
        self._races: dict[Left, racing.Race] = {}
        self._noted: AbstractSet[Left] = frozenset()
        """The tables of rounds that are known to be idle."""

    def close(self, clock: racing.Clock) -> list[Race]:
        """Close the races that are done, and return them."""
        now = clock()
        left = Race.objects.abandoned(now, now - LEFT_AFTER)
        self._races = {key: race for key, race in self._races.items() if key in left}
        self._replay(sorted(left - self._races.keys(), key=lambda key: key[0])[:AT_ONCE])
        done = [pk for (pk, _), race in self._races.items() if race.is_done(now)]
        for table in _find(self._idle()):
            with suppress(EngineError, racing.RefusedError):
                note_idle(table)
        return close_races(_find(done), clock)

    def _idle(self) -> Iterable[int]:
        """Return the tables of rounds at which no one plays, each once."""
        races = self._races.items()
        idle = {key for key, race in races if race.kind.ends_with_round and race.is_idle}
        new, self._noted = idle - self._noted, idle
        return [pk for pk, _ in new]

    def _replay(self, left: Iterable[Left]) -> None:
        seen = dict(left)
        for race in _find(seen):
            try:
                self._races[race.pk, seen[race.pk]] = race.replay()
            except (EngineError, racing.RefusedError):
                logger.exception("Race %s cannot be replayed", race.code)
                self._races[race.pk, seen[race.pk]] = race.load()


def _find(races: Iterable[int]) -> Iterable[Race]:
    """Return the races with these keys and what a replay needs; no keys, no query."""
    return Race.objects.filter(pk__in=tuple(races)).select_related("deal", "attempt__trial")
