"""Blind keys: cards of suits that count as the same have the same random numbers.

Such a search visits far fewer positions and still meets most wins: those that differ only in like
cards count as one, and so do those in which two like cards have exchanged what lies on them. It
passes over positions that are not the same, so it proves no loss.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from games.engine import Rules
from games.solver.compiled import Numbers, numbers
from games.solver.keys import STRIDE, random_keys

Suits: TypeAlias = tuple[int, int, int, int]
"""The suit that each suit counts as."""

ITSELF: Final[Suits] = (0, 1, 2, 3)
ITS_COLOUR: Final[Suits] = (0, 1, 1, 0)


class Probe(NamedTuple):
    """How one greedy search goes about it."""

    suits: Suits
    step: int = 1
    """What a move costs, see `estimate`."""


CASTLE: Final = (
    Probe((0, 0, 0, 3)),
    Probe((0, 0, 2, 2)),
    Probe(ITS_COLOUR),
    Probe(ITSELF, step=3),
)
"""All suits are alike for the columns, but if all count as one few wins are met."""


def probes(rules: Rules) -> tuple[Probe, ...]:
    """What to try one after the other: what one search misses, another mostly finds."""
    if rules.game == "beleaguered-castle":
        return CASTLE
    if rules.game == "agnes-bernauer":
        return (Probe(ITS_COLOUR),)
    if rules.game == "agnes-sorel" and rules.options["run"] == "colour":
        return (Probe(ITS_COLOUR), Probe(ITSELF))
    return (Probe(ITSELF),)


@lru_cache(maxsize=8)
def blind_keys(like_suits: Suits) -> Numbers:
    """The random numbers of a search, each card and place that of the first like it."""
    exact = random_keys()
    keys = numbers(len(exact))
    first = [like_suits[card // 13] * 13 + card % 13 for card in range(52)]
    for card in range(52):
        for place in range(STRIDE):
            cell = (card * STRIDE + place) * 2
            like = (first[card] * STRIDE + (first[place] if place < 52 else place)) * 2
            keys[cell] = exact[like]
            keys[cell + 1] = exact[like + 1]
    return keys
