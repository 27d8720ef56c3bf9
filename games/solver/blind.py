"""Blind keys: cards of suits that count as the same have the same random numbers.

A search with such keys visits far fewer positions and still finds most wins: positions that differ
only in like cards count as one, and so do positions in which two like cards have swapped what lies
on them. It skips positions that are not the same, so it proves no loss.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from games.solver.compiled import Numbers, numbers
from games.solver.keys import STRIDE, random_keys

Suits: TypeAlias = tuple[int, int, int, int]
"""The suit that each suit counts as."""

ITSELF: Final[Suits] = (0, 1, 2, 3)
ITS_COLOUR: Final[Suits] = (0, 1, 1, 0)
ALIKE: Final[Suits] = (0, 0, 0, 0)


@lru_cache(maxsize=8)
def blind_keys(like_suits: Suits) -> Numbers:
    """Return the random numbers of a search: like cards and places share those of the first."""
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
