"""A random history of faults, which its seed draws again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from random import Random
from typing import Final


class Kind(StrEnum):
    """What can go wrong."""

    KILL = "kill"
    """SIGKILL of a web process, which is started again."""
    PAUSE = "pause"
    """SIGSTOP of a web process, then SIGCONT."""
    DEPLOY = "deploy"
    """SIGTERM of a web process, which is started again."""
    CLOCK = "clock"
    """The clock of a web process jumps, and later back."""
    DATABASE_CRASH = "database-crash"
    """PostgreSQL dies and recovers."""
    DATABASE_CUT = "database-cut"
    """All of PostgreSQL's connections are terminated."""
    DATABASE_PAUSE = "database-pause"
    """PostgreSQL's processes stop, then go on."""
    LOCKED_ROWS = "locked-rows"
    """Another session holds the rows of all open races."""
    LOCKED_TABLE = "locked-table"
    """Another session holds the whole table of actions."""
    FULL_DISK = "full-disk"
    """PostgreSQL's disk is full; PostgreSQL may die of it, and is started again."""
    REDIS_CRASH = "redis-crash"
    """Redis dies with all it knows, and is started again."""
    REDIS_CUT = "redis-cut"
    """All of Redis's connections are killed."""
    ABORT = "abort"
    """Some players' sockets break."""


WEB: Final = frozenset({Kind.KILL, Kind.PAUSE, Kind.DEPLOY, Kind.CLOCK})
"""The faults of one web process."""

PROCESSES: Final = 3

FARTHEST: Final = 30.0
"""Seconds by which a clock jumps at most. The bell rings a minute or more after the first finish,
so clocks that are farther apart than that could put an action after the bell."""

SHORTEST: Final = 0.2
LONGEST: Final = 4.0
"""Seconds that a fault lasts."""


@dataclass(frozen=True)
class Fault:
    """One fault; what a kind has no use for is ignored."""

    number: int
    kind: Kind
    process: int
    """Which web process it hits."""
    lasts: float
    """Seconds until it is mended."""
    jump: float
    """Seconds by which a clock jumps; negative is back."""
    pause: float
    """Seconds until the next fault begins."""

    def __str__(self) -> str:
        what = str(self.kind)
        if self.kind in WEB:
            what += f" of process {self.process}"
        if self.kind is Kind.CLOCK:
            what += f" by {self.jump:+.1f} s"
        return f"{self.number}. {what}, {self.lasts:.1f} s"


def history(
    seed: int, kinds: tuple[Kind, ...] = tuple(Kind), longest: float = LONGEST
) -> Iterator[Fault]:
    """Yield faults without end: each kind once, in a random order, then any.

    No fault lasts longer than `longest` seconds, and half as long may pass before the next begins.
    """
    chance = Random(seed)
    first = chance.sample(kinds, len(kinds))
    for number in count():
        yield Fault(
            number + 1,
            first[number] if number < len(first) else chance.choice(kinds),
            chance.randrange(PROCESSES),
            chance.uniform(SHORTEST, longest),
            chance.choice((-1, 1)) * chance.uniform(0.1, FARTHEST),
            chance.uniform(0.0, longest / 2),
        )
