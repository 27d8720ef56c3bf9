"""How many actions a run may have. They are bounded, since joining replays all of them."""

from __future__ import annotations

from typing import Final

PRACTICE_ACTIONS: Final = 10_000
"""For practice, which has no other end. The longest ones played so far have some hundreds."""

RACE_ACTIONS: Final = 3_000
"""For a race: nearly one a second for the longest race, an hour. Up to ten players share it."""

WARNED_PART: Final = 10
"""Players are warned once the actions left are at most a tenth of the limit."""


def warned_left(done: int, most: int) -> int | None:
    """Return how many actions a run has left if they are few, else None."""
    left = max(0, most - done)
    return left if left * WARNED_PART <= most else None
