"""Any-time races: one deal, and a window in which each player races it alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine import Sentence
from games.racing.errors import RefusedError

HOUR: Final = 3_600_000

WINDOW_BOUNDS: Final = (HOUR, 14 * 24 * HOUR)
"""The shortest and the longest window, in milliseconds."""

ANYTIME_SEATS: Final = (2, 100)
"""The fewest and the most seats."""


@dataclass(frozen=True)
class AnytimeTerms:
    """What is raced, by how many, and for how long it is open.

    :raises RefusedError: "bad-seats" or "bad-window" if a value is out of bounds.
    """

    rules: str
    seats: int
    window: int
    """Milliseconds from its opening in which attempts may start."""
    wished_difficulty: str = ""

    def __post_init__(self) -> None:
        least, most = ANYTIME_SEATS
        if not least <= self.seats <= most:
            raise RefusedError(
                "bad-seats",
                Sentence(
                    "An any-time race has between %(least)s and %(most)s seats.",
                    least=least,
                    most=most,
                ),
            )
        shortest, longest = WINDOW_BOUNDS
        if self.window <= 0:
            raise RefusedError("bad-window", "An any-time race can't be over before it begins.")
        if self.window < shortest:
            raise RefusedError("bad-window", "An any-time race is open for at least an hour.")
        if self.window > longest:
            raise RefusedError("bad-window", "An any-time race is open for 14 days at most.")
