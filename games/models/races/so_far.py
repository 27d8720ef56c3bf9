"""How far the runs of races under way have come.

A run is stored when its race is closed; until then it follows from the stored actions. Whoever
shows many races asks again every second or so, so boards are kept, and only new actions are read.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from threading import Lock
from time import sleep
from typing import Final

from django.db.models import Q

from games import racing
from games.engine import Board, Deal, EngineError, Rules
from games.models.races.action import Action
from games.models.races.race import Race

logger = logging.getLogger(__name__)

KEPT: Final = 400
"""How many runs to follow at most; some kilobytes each."""

PIECE: Final = 10
"""After so many actions, other threads get a turn: no player's move waits for a list."""


class FollowedRun:
    """A run, as far as its actions have been read."""

    def __init__(self, race: Race) -> None:
        free_undo = racing.Kind(race.kind).free_undo
        rules, deal = Rules.parse(race.rules), Deal.parse(race.deal.cards)
        self._board = Board(rules, deal, free_undo=free_undo)
        self.run = racing.Run.begin(self._board)
        self.number = 0

    def play(self, action: str, ms: int) -> None:
        """Apply the action that follows the last one; one that can't be applied changes nothing."""
        self.number += 1
        try:
            self.run = racing.advance_stored(self._board, self.run, action, ms)
        except (EngineError, racing.RefusedError):
            # A list of races is shown to everyone, whatever has become of one of them.
            logger.exception("A run under way cannot be replayed")


class FollowedRuns:
    """The runs of this process's latest looks at races under way: a cache, and never the truth."""

    def __init__(self, kept: int | None = KEPT) -> None:
        self._kept = kept
        """How many to follow at most; None for all."""
        self._runs: OrderedDict[tuple[str, int], FollowedRun] = OrderedDict()
        """By race and entry, the one looked at last at the end."""
        self._lock = Lock()

    def races(self, rows: Sequence[Race]) -> list[racing.Race]:
        """Return races as values, with their runs so far. Costs a query.

        Each row comes with its deal, and with its entries and their players in seat order.
        """
        with self._lock:
            followed = {
                entry.pk: self._followed(row, entry.pk)
                for row in rows
                for entry in row.entries.all()
            }
            _read(followed)
            found = [
                row.with_seats(entry.as_seat(followed[entry.pk].run) for entry in row.entries.all())
                for row in rows
            ]
            while self._kept is not None and len(self._runs) > self._kept:
                self._runs.popitem(last=False)
        return found

    def _followed(self, row: Race, entry: int) -> FollowedRun:
        key = row.code, entry
        if key not in self._runs:
            self._runs[key] = FollowedRun(row)
        self._runs.move_to_end(key)
        return self._runs[key]


def _read(followed: Mapping[int, FollowedRun]) -> None:
    """Apply what has been stored since the last look."""
    if not followed:
        return
    later = [Q(entry=entry, number__gt=run.number) for entry, run in followed.items()]
    actions = Action.objects.filter(reduce(or_, later)).order_by("entry", "number")
    texts = actions.values_list("entry", "text", "ms")
    for number, (entry, text, ms) in enumerate(texts, 1):
        followed[entry].play(text, ms)
        if number % PIECE == 0:
            sleep(0)


followed_runs: Final = FollowedRuns()
