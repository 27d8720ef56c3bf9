"""How long a player thought before each action; computed here only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import Final

from games.engine import Action
from games.engine.record import BELL

LONG_MS: Final = 5_000
LONG_TIMES: Final = 3
"""A thought is long if it takes at least `LONG_MS` and `LONG_TIMES` the usual time."""


@dataclass(frozen=True)
class Thinking:
    """The milliseconds before each action of a run; None for actions of the server."""

    times: tuple[int | None, ...]

    @classmethod
    def of(cls, actions: Iterable[Action]) -> Thinking:
        """Measure the thinking before each of these actions."""
        times: list[int | None] = []
        last = 0
        for ms, text, automatic in actions:
            times.append(None if automatic or text == BELL else ms - last)
            last = ms
        return cls(tuple(times))

    @cached_property
    def usual(self) -> int:
        """The median of the times; 0 if the player did nothing."""
        own = [ms for ms in self.times if ms is not None]
        return int(median(own)) if own else 0

    @cached_property
    def longest(self) -> int | None:
        """The number, from 1, of the action that took longest; None if the player did nothing."""
        own = {number: ms for number, ms in enumerate(self.times, 1) if ms is not None}
        return max(own, key=own.__getitem__, default=None)

    @cached_property
    def long(self) -> frozenset[int]:
        """The numbers, from 1, of the actions that the player thought long about."""
        least = max(LONG_MS, LONG_TIMES * self.usual)
        return frozenset(n for n, ms in enumerate(self.times, 1) if ms is not None and ms >= least)
