"""A position as a plain immutable value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Cards = tuple[str, ...]


@dataclass(frozen=True)
class Position:
    """Every pile with its cards from the bottom up, and the set of face-down cards.

    The last card of the stock is the next one dealt. `base` is the rank the foundations start with.
    """

    names: tuple[str, ...]
    cards: tuple[Cards, ...]
    hidden: frozenset[str]
    base: str

    @classmethod
    def of(cls, piles: dict[str, Iterable[str]], hidden: Iterable[str], base: str) -> Position:
        """Return a position from its piles by name."""
        cards = tuple(tuple(pile) for pile in piles.values())
        return cls(tuple(piles), cards, frozenset(hidden), base)

    def __getitem__(self, name: str) -> Cards:
        return self.cards[self.names.index(name)]

    def named(self, letter: str) -> tuple[str, ...]:
        """Return the names of the piles of one kind, from the left: t, f, r, h or s."""
        return tuple(name for name in self.names if name[0] == letter)

    def having(self, name: str, cards: Cards) -> Position:
        """Return the position with the cards of one pile replaced."""
        at = self.names.index(name)
        cards_of_piles = (*self.cards[:at], cards, *self.cards[at + 1 :])
        return Position(self.names, cards_of_piles, self.hidden, self.base)

    def showing(self, cards: Iterable[str]) -> Position:
        """Return the position with some cards turned up."""
        return Position(self.names, self.cards, self.hidden - frozenset(cards), self.base)

    def moving(self, source: str, target: str, count: int) -> Position:
        """Return the position with the last cards of one pile moved to another, in order."""
        moved = self[source][-count:]
        lifted = self.having(source, self[source][:-count])
        return lifted.having(target, lifted[target] + moved)

    def home(self) -> int:
        """Return how many cards are on the foundations."""
        return sum(len(self[name]) for name in self.named("f"))

    def faces(self) -> dict[str, str]:
        """Return each pile as a player sees it: from the bottom up, `??` for a hidden card."""
        return {
            name: " ".join("??" if card in self.hidden else card for card in self[name])
            for name in self.names
        }
