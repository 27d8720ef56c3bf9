"""Cards: values from 0 to 51 with a two-letter text form."""

from __future__ import annotations

from typing import Final

from games.engine.errors import InvalidNotationError

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"


class Card(int):
    """One of 52 cards: suit times 13 plus rank, both from 0; `str` is its text, as in `QH`."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card such as `QH` or `TS`.

        :raises InvalidNotationError: if the text is not a card.
        """
        try:
            return CARDS[NUMBERS[text]]
        except KeyError:
            raise InvalidNotationError(
                "card", text, f"a rank of {RANKS} and a suit of {SUITS}, as in QH"
            ) from None

    @property
    def rank(self) -> int:
        """0 for the Ace to 12 for the King."""
        return self % 13

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self // 13

    @property
    def is_red(self) -> bool:
        """Whether it is a diamond or a heart."""
        return self // 13 in (1, 2)

    def __str__(self) -> str:
        return NAMES[self]

    def __repr__(self) -> str:
        return f"Card.parse({NAMES[self]!r})"


NAMES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The text of each card, by number."""

NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}
"""The number of each card, by text."""

CARDS: Final = tuple(Card(number) for number in range(52))
"""All cards, by number: clubs A..K, diamonds, hearts, spades."""


def pip(number: int) -> str:
    """Return the rank letter of a card or rank number."""
    return RANKS[number % 13]
