"""How many actions a run takes: whoever enters a race anew has all of them played again."""

from __future__ import annotations

from typing import Final

PRACTICE_ACTIONS: Final = 10_000
"""Of a practice, which has no other end. The longest that people have played have some hundreds."""

RACE_ACTIONS: Final = 3_000
"""Of a race: nearly one a second for the hour that the longest lasts; up to ten play in one."""

WARNED_PART: Final = 10
"""A player is told how many actions are left once that is a tenth of them or less."""


def warned_left(done: int, most: int) -> int | None:
    """Return how many more actions a run takes once few are left; None before."""
    left = max(0, most - done)
    return left if left * WARNED_PART <= most else None
