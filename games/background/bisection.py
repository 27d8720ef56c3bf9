"""Where a deal was lost: the last position that could be won, and the first that could not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.solver import VerdictKind


@dataclass
class Bisection:
    """A search along consecutive positions without undo, from 0, the deal.

    Every position after a lost one is lost, and every position before a winnable one is winnable.
    Positions that the solver can't decide are skipped.
    """

    end: int
    """The last position."""
    judge: Callable[[int], VerdictKind]
    winnable: int = -1
    """The last position that is proven winnable; -1 for none."""
    lost: int | None = None
    """The first position that is proven lost."""

    def run(self, goes_on: Callable[[], bool]) -> None:
        """Judge positions until nothing more can be learned or `goes_on` returns false."""
        unknown: set[int] = set()
        number: int | None = self.end
        while number is not None and goes_on():
            match self.judge(number):
                case VerdictKind.WINNABLE:
                    self.winnable = max(self.winnable, number)
                case VerdictKind.LOST:
                    self.lost = number if self.lost is None else min(self.lost, number)
                case VerdictKind.UNKNOWN:
                    unknown.add(number)
            number = self._next(unknown)

    @property
    def undecided(self) -> int:
        """How many positions are proven neither winnable nor lost."""
        return (self.end + 1 if self.lost is None else self.lost) - self.winnable - 1

    def _next(self, unknown: set[int]) -> int | None:
        """Return the deal if it is open, else the open position nearest to the middle."""
        if self.winnable < 0 and 0 not in unknown and self.lost != 0:
            return 0
        after = self.end + 1 if self.lost is None else self.lost
        middle = (self.winnable + after) // 2
        open_ones = (n for n in range(self.winnable + 1, after) if n not in unknown)
        return min(open_ones, key=lambda number: abs(number - middle), default=None)
