"""What packs on what in a packing game, as sets of cards that are quick to look up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from games.engine.game import Cards

ANY_CARD: Final = (1 << 52) - 1

Flags: TypeAlias = bytes
"""A set of cards: byte `card` is 1 if it is in. A hidden `~card` finds a zero at the end."""


class PackingTables(NamedTuple):
    """What may lie on what for one base rank: a set of cards for each card, as bits or flags."""

    packs: tuple[int, ...]
    """The cards it may be packed on."""
    orders: tuple[Flags, ...]
    """The same, as flags."""
    joins: tuple[Flags, ...]
    """The cards it moves together with when it lies on them."""
    carries: tuple[int, ...]
    """The cards that may be packed on it."""
    heads: int
    """The cards that may head what fills an empty column."""

    @classmethod
    def build(
        cls,
        packs: Callable[[int, int], bool],
        joins: Callable[[int, int], bool],
        heads: int,
    ) -> PackingTables:
        """Tabulate `packs(card, on)`, and `joins(card, on)` where the card packs."""
        packed = tuple(sum(1 << on for on in range(52) if packs(card, on)) for card in range(52))
        nothing = bytes(52)
        orders = tuple(
            bytes(packed[card] >> on & 1 for on in range(52)) + nothing for card in range(52)
        )
        joined = tuple(
            bytes(orders[card][on] and joins(card, on) for on in range(52)) + nothing
            for card in range(52)
        )
        carries = tuple(
            sum(1 << card for card in range(52) if packed[card] >> on & 1) for on in range(52)
        )
        return cls(packed, orders, joined, carries, heads)


def heads_of_spaces(space: str, base: int) -> int:
    """Return the cards that may head what fills an empty column, as bits.

    `space` is the value of that option, such as `any-run`, `high-card` or `none`.
    """
    if space == "none":
        return 0
    if space.startswith("any"):
        return ANY_CARD
    high = (base - 1) % 13
    return sum(1 << suit * 13 + high for suit in range(4))


def run_length(pile: Cards, joins: tuple[Flags, ...]) -> int:
    """Return the length of the longest run at the end of a pile that is not empty."""
    index = len(pile) - 1
    while index and joins[pile[index]][pile[index - 1]]:
        index -= 1
    return len(pile) - index
