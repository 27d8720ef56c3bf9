"""Deals: the 52 cards in dealing order, drawn from a key or given."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.cards import CARDS, NAMES, NUMBERS, Card
from games.engine.errors import InvalidNotationError


@dataclass(frozen=True, slots=True)
class Deal:
    """The 52 cards in dealing order; `str` writes them separated by spaces."""

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        if sorted(self.cards) != list(range(52)):
            raise InvalidNotationError("deal", str(self), "each of the 52 cards once")

    @classmethod
    def from_key(cls, key: bytes) -> Deal:
        """Shuffle by a key: the same key gives the same deal for every game, for ever.

        Version 1 is a Fisher-Yates shuffle of A..K of clubs, diamonds, hearts, spades, fed by
        SHAKE-256 of `deal/1`, a zero byte and the key. Bytes that would bias it are rejected.
        """
        cards = list(CARDS)
        stream = _stream(b"deal/1\0" + key)
        for last in range(51, 0, -1):
            limit = 256 - 256 % (last + 1)
            chosen = next(byte for byte in stream if byte < limit) % (last + 1)
            cards[last], cards[chosen] = cards[chosen], cards[last]
        return cls(tuple(cards))

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read 52 cards separated by white space.

        :raises InvalidNotationError: if it is not each of the 52 cards once.
        """
        names = text.split()
        if len(names) != 52:
            raise InvalidNotationError("deal", text, f"52 cards, not {len(names)}")
        at = 0
        for number, name in enumerate(names):
            at = text.index(name, at)
            if name not in NUMBERS:
                raise InvalidNotationError("deal", text, f"cards such as QH, not {name!r}", at)
            if name in names[:number]:
                raise InvalidNotationError("deal", text, f"each card once, not {name} twice", at)
            at += len(name)
        return cls(tuple(CARDS[NUMBERS[name]] for name in names))

    def __str__(self) -> str:
        return " ".join(NAMES[card] for card in self.cards)

    def __repr__(self) -> str:
        return f"Deal.parse({str(self)!r})"


def _stream(seed: bytes) -> Iterator[int]:
    """Yield the bytes of SHAKE-256 of the seed, without end."""
    length, used = 256, 0
    while True:
        block = hashlib.shake_256(seed).digest(length)
        yield from block[used:]
        length, used = 2 * length, length
