"""Races that all their players have left before the end: no room is there to close them."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime
from typing import Final, TypeAlias

from games import racing
from games.engine import EngineError
from games.models import Race
from games.models.races.closing import close_races

logger = logging.getLogger(__name__)

LEFT_AFTER: Final = 15_000
"""Milliseconds without a heartbeat of any player after which a race counts as abandoned."""

AT_ONCE: Final = 10
"""How many races are replayed in one round: after a break of the server all count as abandoned."""

Left: TypeAlias = tuple[int, datetime | None]
"""A race, and when the last of its players was there."""


class Abandoned:
    """The abandoned races that this process knows of, as they were left.

    Whether all have finished, or somebody has won and the bell is to ring, is in the actions
    alone, and to replay them takes long. But nothing is added to a race in which nobody is, so each
    is replayed once after it was left, and again only if somebody has come back to it.
    """

    def __init__(self) -> None:
        self._races: dict[Left, racing.Race] = {}

    def close(self, clock: racing.Clock) -> list[Race]:
        """Settle those that are done; which they were."""
        now = clock()
        left = Race.objects.abandoned(now, now - LEFT_AFTER)
        self._races = {key: race for key, race in self._races.items() if key in left}
        self._replay(sorted(left - self._races.keys(), key=lambda key: key[0])[:AT_ONCE])
        done = [pk for (pk, _), race in self._races.items() if race.is_done(now)]
        return close_races(_find(done), clock)

    def _replay(self, left: Iterable[Left]) -> None:
        seen = dict(left)
        for race in _find(seen):
            try:
                self._races[race.pk, seen[race.pk]] = race.replay()
            except (EngineError, racing.RefusedError):
                logger.exception("Race %s cannot be replayed", race.code)
                self._races[race.pk, seen[race.pk]] = race.load()


def _find(races: Iterable[int]) -> Iterable[Race]:
    """The races of these keys, with what is needed to replay them, in no query if there is none."""
    return Race.objects.filter(pk__in=tuple(races)).select_related("deal", "attempt__daily")
