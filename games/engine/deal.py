"""Deals: the 52 cards in dealing order, drawn from a key or given."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.engine.cards import CARDS, NAMES, NUMBERS, Card
from games.engine.errors import InvalidNotationError

LAST_NUMBER: Final = 1_000_000
"""The last number of the series that `Deal.numbered` deals."""

_NUMBER: Final = re.compile(r"#([0-9]{1,9})")


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

    @classmethod
    def numbered(cls, number: int) -> Deal:
        """Return a FreeCell deal of the series that has been played since 1992, by its number.

        A generator of 31 bits picks each next card from a deck whose last card fills its place.

        >>> str(Deal.numbered(1))[:23]
        'JD 2D 9H JC 5D 7H 7C 5H'

        :raises InvalidNotationError: unless the number is from 1 to 1,000,000.
        """
        if not 1 <= number <= LAST_NUMBER:
            expected = f"a number from 1 to {LAST_NUMBER:,}"
            raise InvalidNotationError("numbered deal", f"#{number}", expected)
        deck = [CARDS[13 * suit + rank] for rank in range(13) for suit in range(4)]
        dealt = []
        state = number
        while deck:
            state = (state * 214_013 + 2_531_011) % 2**31
            chosen = (state >> 16) % len(deck)
            deck[chosen], deck[-1] = deck[-1], deck[chosen]
            dealt.append(deck.pop())
        return cls(tuple(dealt))

    @classmethod
    def given(cls, text: str) -> Deal:
        """Read a deal as people give it: 52 cards, or `#` and its number, as in `#11982`.

        :raises InvalidNotationError: if it is neither.
        """
        if (number := _NUMBER.fullmatch(text.strip())) is not None:
            return cls.numbered(int(number[1]))
        return cls.parse(text)

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
