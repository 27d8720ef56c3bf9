"""Which deals are the same game under other names.

Some differences between two deals make none to whoever plays: which suit is called clubs, or where
an Ace stood that goes to its foundation before the first move. A *form* of a deal has those
differences removed. Two deals of a game are *alike* if they have a form in common: then, under
options of that game, every line of moves on one is a line on the other once piles and cards are
renamed. Solving one solves the other.

Each game says which differences these are under its most symmetric options, for all options at
once. A deal that is like another under some options only counts as like it: whoever plays with
other options may choose those. Where two options deal out differently, there is a form for each.

Forms catch deals that are the same game, not deals that are almost the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import permutations
from typing import Final, TypeAlias

Cards: TypeAlias = bytes
"""Cards by their numbers, a byte each."""

Renaming: TypeAlias = bytes
"""What each card is called instead, for `bytes.translate`."""

RED: Final = frozenset({1, 2})


def _renamings(orders: Iterable[tuple[int, ...]]) -> tuple[Renaming, ...]:
    beyond = bytes(range(52, 256))
    return tuple(
        bytes(13 * order[card // 13] + card % 13 for card in range(52)) + beyond for order in orders
    )


ANY_SUITS: Final = _renamings(permutations(range(4)))
"""The suits in any order, for rules that ask only whether two suits are the same."""

COLOURED_SUITS: Final = _renamings(
    order for order in permutations(range(4)) if {order[suit] for suit in RED} in (RED, {0, 3})
)
"""The orders that keep suits of one colour together, for rules that ask for colours too."""


def least(cards: Cards, names: Iterable[Renaming], arrange: Callable[[Cards], Cards]) -> Cards:
    """Return the smallest of the arranged cards under all names."""
    return min(arrange(cards.translate(renaming)) for renaming in names)


def relative(cards: Cards, base: int) -> Cards:
    """Return the cards with their ranks counted from that of the base card."""
    return bytes(card - card % 13 + (card - base) % 13 for card in cards)


def in_any_order(piles: Iterable[Cards]) -> Cards:
    """Return piles that are alike as one text, whichever stands where; all have the same height."""
    return b"".join(sorted(piles))
