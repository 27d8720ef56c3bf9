"""The bell: when a race ends for players who have not finished."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from games.racing.run import Run

MIN_GRACE = 60_000
"""The least time the others have after the first finish, in milliseconds."""


class BellReason(StrEnum):
    """Why the bell rings when it does."""

    LIMIT = "limit"
    """The race's time limit."""
    FINISH = "finish"
    """The first finish: the others have half the winner's time left, and at least a minute."""


@dataclass(frozen=True, slots=True)
class Bell:
    """The end of a race: an instant in milliseconds since the epoch, and its reason."""

    at: int
    why: BellReason

    @classmethod
    def of(cls, zero: int, limit: int, runs: Iterable[Run]) -> Bell:
        """Return the bell of a race that starts at `zero` and lasts at most `limit` milliseconds.

        After the first finish the others have half the winner's time, and at least a minute.
        """
        first = min((run.time for run in runs if run.time is not None), default=None)
        if first is not None and (end := first + max(MIN_GRACE, first // 2)) < limit:
            return cls(zero + end, BellReason.FINISH)
        return cls(zero + limit, BellReason.LIMIT)
