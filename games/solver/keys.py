"""Keys that identify positions: sums of random numbers, one for each card and what it lies on.

Columns are identified by which card lies on which, so a position is a set of pairs (card, place)
with a few more for face-down cards and the height of the stock, and its key is the sum of a number
of 2 * 62 bits for each, modulo 2^62. Two different sets differ in at least one pair, so for
independent uniform numbers their keys are equal with probability 2^-124 exactly, and any two of n
positions with at most n^2 / 2^125: less than 10^-23 for ten million. The numbers are the output of
SHAKE-256 for fixed words, chosen before any deal; a proof of loss rests on that bound.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Final

from games.solver.compiled import Numbers, compiled, numbers
from games.solver.position import DOWN, FLOOR, HEIGHT, KEY, PILES, STOCK

STRIDE: Final = 80
FACE_DOWN: Final = 76
STOCK_HEIGHT: Final = 77
MASK: Final = (1 << 62) - 1


@lru_cache(maxsize=1)
def random_keys() -> Numbers:
    """Return two random numbers for each card and place."""
    stream = hashlib.shake_256(b"same-deal/solver/keys/1").digest(52 * STRIDE * 16)
    keys = numbers(52 * STRIDE * 2)
    for cell in range(len(keys)):
        keys[cell] = int.from_bytes(stream[8 * cell : 8 * cell + 8], "big") & MASK
    return keys


@compiled
def set_key(keys: Numbers, position: Numbers) -> None:
    """Compute the key of a position from scratch."""
    first = keys[(position[HEIGHT + STOCK] * STRIDE + STOCK_HEIGHT) * 2]
    second = keys[(position[HEIGHT + STOCK] * STRIDE + STOCK_HEIGHT) * 2 + 1]
    for pile in range(PILES):
        if 8 <= pile < 12 or pile == STOCK:
            continue
        place = position[FLOOR + pile]
        for index in range(position[HEIGHT + pile]):
            card = position[pile << 6 | index]
            cell = (card * STRIDE + place) * 2
            first += keys[cell]
            second += keys[cell + 1]
            if index < position[DOWN + pile]:
                cell = (card * STRIDE + FACE_DOWN) * 2
                first += keys[cell]
                second += keys[cell + 1]
            first &= MASK
            second &= MASK
            place = card
    position[KEY] = first
    position[KEY + 1] = second


@compiled
def add_pair(keys: Numbers, position: Numbers, card: int, place: int) -> None:
    """Add the card on its place to the key."""
    cell = (card * STRIDE + place) * 2
    position[KEY] = (position[KEY] + keys[cell]) & MASK
    position[KEY + 1] = (position[KEY + 1] + keys[cell + 1]) & MASK


@compiled
def drop_pair(keys: Numbers, position: Numbers, card: int, place: int) -> None:
    """Take the card on its place out of the key."""
    cell = (card * STRIDE + place) * 2
    position[KEY] = (position[KEY] - keys[cell]) & MASK
    position[KEY + 1] = (position[KEY + 1] - keys[cell + 1]) & MASK
