"""A position as a plain immutable value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

Cards = tuple[str, ...]


@dataclass(frozen=True)
class Position:
    """Every pile with its cards from the bottom up, and the set of face-down cards.

    The last card of the stock is the next one dealt. `base` is the rank the foundations start with.
    `redeals` is how often the waste may still be turned over; without a limit it is None.
    """

    names: tuple[str, ...]
    cards: tuple[Cards, ...]
    hidden: frozenset[str]
    base: str
    redeals: int | None = None

    @classmethod
    def of(cls, piles: dict[str, Iterable[str]], hidden: Iterable[str], base: str) -> Position:
        """Return a position from its piles by name."""
        cards = tuple(tuple(pile) for pile in piles.values())
        return cls(tuple(piles), cards, frozenset(hidden), base)

    def __getitem__(self, name: str) -> Cards:
        return self.cards[self.names.index(name)]

    def named(self, letter: str) -> tuple[str, ...]:
        """Return the names of the piles of one kind, from the left: t, f, r, h, w or s."""
        return tuple(name for name in self.names if name[0] == letter)

    def having(self, name: str, cards: Cards) -> Position:
        """Return the position with the cards of one pile replaced."""
        at = self.names.index(name)
        return replace(self, cards=(*self.cards[:at], cards, *self.cards[at + 1 :]))

    def showing(self, cards: Iterable[str]) -> Position:
        """Return the position with some cards turned up."""
        return replace(self, hidden=self.hidden - frozenset(cards))

    def turning_over(self, redeals: int | None) -> Position:
        """Return the position with that many redeals left."""
        return replace(self, redeals=redeals)

    def moving(self, source: str, target: str, count: int) -> Position:
        """Return the position with the last cards of one pile moved to another, in order."""
        moved = self[source][-count:]
        lifted = self.having(source, self[source][:-count])
        return lifted.having(target, lifted[target] + moved)

    def home(self) -> int:
        """Return how many cards are on the foundations."""
        return sum(len(self[name]) for name in self.named("f"))

    def faces(self) -> dict[str, str]:
        """Return each pile as a player sees it: from the bottom up, `??` for a card face down.

        The stock of a game with a waste lies face down even when all its cards have been seen.
        """
        covered = {"s"} if "w" in self.names else set()
        return {
            name: " ".join(
                "??" if card in self.hidden or name in covered else card for card in self[name]
            )
            for name in self.names
        }
