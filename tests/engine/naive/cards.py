"""Cards as two letters ("QH"), and the shuffle, written from the rules page."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

RANKS = "A23456789TJQK"
SUITS = "CDHS"


def rank(card: str) -> int:
    """Return the rank of a card: 0 for the Ace to 12 for the King."""
    return RANKS.index(card[0])


def suit(card: str) -> str:
    """Return the suit of a card: one letter of SUITS."""
    return card[1]


def colour(card: str) -> str:
    """Return the colour of a card: clubs and spades are black."""
    return "black" if suit(card) in "CS" else "red"


def relative(card: str, base: str) -> int:
    """Return a card's rank above the base rank: 0 for a base card, 12 for a high card."""
    return (rank(card) - RANKS.index(base)) % 13


def is_next_lower(card: str, above: str, wraps: bool) -> bool:
    """Return whether a card is one rank lower; with `wraps` the King is below the Ace."""
    if above[0] == "A":
        return wraps and card[0] == "K"
    return rank(card) == rank(above) - 1


def shuffled(key: bytes) -> tuple[str, ...]:
    """Return the 52 cards in dealing order for a key: shuffle, version 1."""
    stream = _stream(key)
    cards = [r + s for s in SUITS for r in RANKS]
    for i in range(51, 0, -1):
        limit = 256 - 256 % (i + 1)
        byte = next(stream)
        while byte >= limit:
            byte = next(stream)
        j = byte % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def _stream(key: bytes) -> Iterator[int]:
    length = 64
    position = 0
    while True:
        output = hashlib.shake_256(b"deal/1\x00" + key).digest(length)
        yield from output[position:]
        position = length
        length *= 2
