"""How long a game usually takes: an estimate, the only one for forms that propose a time limit."""

from __future__ import annotations

from typing import Final

MINUTES: Final = {
    "agnes-sorel": 4,
    "agnes-bernauer": 6,
    "applegate": 6,
    "beleaguered-castle": 8,
    "freecell": 8,
    "klondike": 6,
}
"""In how many minutes players who know a game finish most deals that they finish at all."""

UNKNOWN: Final = 8


def usual_minutes(rules: str) -> int:
    """Return how many minutes a deal by these rules usually takes those who finish it."""
    return MINUTES.get(rules.partition("/")[0], UNKNOWN)


def proposed_limit(rules: str, limits: tuple[int, ...]) -> int:
    """Return the least of these limits that leaves half as much time again."""
    enough = 1.5 * usual_minutes(rules)
    return next((limit for limit in limits if limit >= enough), limits[-1])
