"""How long a player thought before each action: the one place where that is computed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import Final

from games.engine import Action
from games.racing.replay import BELL

LONG_MS: Final = 5_000
LONG_TIMES: Final = 3
"""A thought is long that takes this much time, and so many times the usual."""


@dataclass(frozen=True)
class Thinking:
    """The milliseconds before each action of a run; None before what the server did by itself."""

    times: tuple[int | None, ...]

    @classmethod
    def of(cls, actions: Iterable[Action]) -> Thinking:
        """The thinking in the actions of a record."""
        times: list[int | None] = []
        last = 0
        for ms, text, automatic in actions:
            times.append(None if automatic or text == BELL else ms - last)
            last = ms
        return cls(tuple(times))

    @cached_property
    def usual(self) -> int:
        """The median; 0 if nothing was done."""
        own = [ms for ms in self.times if ms is not None]
        return int(median(own)) if own else 0

    @cached_property
    def longest(self) -> int | None:
        """The number of the action, from 1, that took the most thought; None if nothing was."""
        own = {number: ms for number, ms in enumerate(self.times, 1) if ms is not None}
        return max(own, key=own.__getitem__, default=None)

    @cached_property
    def long(self) -> frozenset[int]:
        """The numbers, from 1, of the actions before which the player thought for long."""
        least = max(LONG_MS, LONG_TIMES * self.usual)
        return frozenset(n for n, ms in enumerate(self.times, 1) if ms is not None and ms >= least)
