"""Where a deal was lost: the last position that could be won, and the first that could not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.solver import Kind


@dataclass
class Bisection:
    """A search along positions that follow on each other without undo, from 0, the deal.

    There is no way back, so whatever comes after a lost position is lost, and whatever comes before
    a winnable one is winnable. What cannot be judged is left out.
    """

    end: int
    """The last position."""
    judge: Callable[[int], Kind]
    winnable: int = -1
    """The last position that is proven winnable; -1 for none."""
    lost: int | None = None
    """The first position that is proven lost."""

    def run(self, goes_on: Callable[[], bool]) -> None:
        """Judge positions until all is known that can be, or it is to stop."""
        unknown: set[int] = set()
        number: int | None = self.end
        while number is not None and goes_on():
            match self.judge(number):
                case Kind.WINNABLE:
                    self.winnable = max(self.winnable, number)
                case Kind.LOST:
                    self.lost = number if self.lost is None else min(self.lost, number)
                case Kind.UNKNOWN:
                    unknown.add(number)
            number = self._next(unknown)

    @property
    def undecided(self) -> int:
        """How many positions are neither."""
        return (self.end + 1 if self.lost is None else self.lost) - self.winnable - 1

    def _next(self, unknown: set[int]) -> int | None:
        """The deal if it is open, then what is nearest to the middle of the open ones."""
        if self.winnable < 0 and 0 not in unknown and self.lost != 0:
            return 0
        after = self.end + 1 if self.lost is None else self.lost
        middle = (self.winnable + after) // 2
        open_ones = (n for n in range(self.winnable + 1, after) if n not in unknown)
        return min(open_ones, key=lambda number: abs(number - middle), default=None)
