"""Beleaguered Castle, and Streets and Alleys, naively."""

from __future__ import annotations

from tests.engine.naive.cards import SUITS, is_next_lower, rank, suit
from tests.engine.naive.options import Options
from tests.engine.naive.position import Cards, Position


def lay_out(deal: Cards, options: Options) -> Position:
    """Return the position before the first move."""
    columns: list[list[str]] = [[] for _ in range(8)]
    aces_out = options["aces"] == "out"
    cards = [card for card in deal if not (aces_out and card[0] == "A")]
    for i, card in enumerate(cards):
        columns[i % 8].append(card)
    piles: dict[str, Cards] = {f"t{i + 1}": tuple(columns[i]) for i in range(8)}
    piles |= {"f" + s.lower(): ("A" + s,) if aces_out else () for s in SUITS}
    return Position.of(dict(piles), (), "A")


def allows(position: Position, source: str, target: str, count: int, options: Options) -> bool:
    """Return whether the last `count` cards of a pile may go to a column, or home (`f`)."""
    if count > 1 or source == target:
        return False
    card = position[source][-1]
    if target == "f":
        return source[0] == "t" and len(position["f" + suit(card).lower()]) == rank(card)
    if source[0] == "f" and options["return"] == "no":
        return False
    return not position[target] or is_next_lower(card, position[target][-1], False)


def settle(position: Position, options: Options) -> Position:
    """Return the position unchanged: nothing follows a move."""
    return position


def deal(position: Position, options: Options) -> Position:
    """Raise ValueError: there is no stock."""
    raise ValueError("Beleaguered Castle has no stock")


def accepts(position: Position, options: Options) -> dict[str, str]:
    """Return what empty piles accept: any card in a column, an Ace on a foundation."""
    return {"t": "*", "f": "A"}


def progress(position: Position, options: Options) -> int:
    """Return how many cards are on the foundations."""
    return position.home()


def is_won(position: Position, options: Options) -> bool:
    """Return whether every card is home."""
    return position.home() == 52
