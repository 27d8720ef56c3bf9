"""Moves compared with an echo in the same run, which tells a slow machine from a slow server."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

from tests.benchmarks.load.echo import Echoed
from tests.benchmarks.load.race import Raced


@dataclass(frozen=True)
class Comparison:
    """The figures of racers, and of an echo on the same server before and after them.

    Two echo runs, because the speed of a shared machine varies.
    """

    before: Echoed
    raced: Raced
    after: Echoed

    @property
    def ratio(self) -> float:
        """The rate of moves divided by the rate of echoed messages."""
        echoed = fmean((self.before.messages_per_second, self.after.messages_per_second))
        return self.raced.moves_per_second / echoed

    @property
    def load_share(self) -> float:
        """The highest share of a core that the load generator took in any part."""
        return max(part.load_share for part in (self.before, self.raced, self.after))

    def __str__(self) -> str:
        cpu = fmean((self.before.cpu_per_message, self.after.cpu_per_message))
        return (
            f"{self.ratio:.2f}: it echoes {self.before.messages_per_second:,.0f} messages/s before "
            f"and {self.after.messages_per_second:,.0f} after, {cpu * 1e6:.0f} µs each; by "
            f"processor time {cpu / self.raced.cpu_per_move:.2f}; load at most "
            f"{self.load_share:.0%} of a core"
        )
