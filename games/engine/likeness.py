"""Deals that are the same game under other names.

Some differences between two deals don't affect play: which suit is called clubs, or where in the
deal an Ace was that starts on its foundation. A *form* of a deal has those differences removed. Two
deals of a game are *alike* if they share a form: under some options, every line of moves on one is
then a line on the other with piles and cards renamed, so solving one solves the other.

A game removes the differences that don't matter under its most symmetric options, and uses that
form for all options: deals alike under some options count as alike under all, since players choose
their options. Where two options lay out the cards differently, there is a form for each.

Forms catch deals that are the same game, not deals that are nearly the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import permutations
from typing import Final, TypeAlias

Cards: TypeAlias = bytes
"""Cards by number, one byte each."""

Renaming: TypeAlias = bytes
"""The new name of each card, as a table for `bytes.translate`."""

RED: Final = frozenset({1, 2})


def _renamings(orders: Iterable[tuple[int, ...]]) -> tuple[Renaming, ...]:
    beyond = bytes(range(52, 256))
    return tuple(
        bytes(13 * order[card // 13] + card % 13 for card in range(52)) + beyond for order in orders
    )


ANY_SUITS: Final = _renamings(permutations(range(4)))
"""All orders of the suits, for rules that only compare suits for equality."""

COLOURED_SUITS: Final = _renamings(
    order for order in permutations(range(4)) if {order[suit] for suit in RED} in (RED, {0, 3})
)
"""The orders that keep suits of one colour together, for rules that compare colours too."""


def least(cards: Cards, renamings: Iterable[Renaming], arrange: Callable[[Cards], Cards]) -> Cards:
    """Return the smallest arrangement of the cards under all these renamings."""
    return min(arrange(cards.translate(renaming)) for renaming in renamings)


def relative(cards: Cards, base: int) -> Cards:
    """Return the cards with ranks counted from the rank of the base card."""
    return bytes(card - card % 13 + (card - base) % 13 for card in cards)


def in_any_order(piles: Iterable[Cards]) -> Cards:
    """Join interchangeable piles of equal height, whatever their order, into the same bytes."""
    return b"".join(sorted(piles))
