"""FreeCell, naively."""

from __future__ import annotations

from itertools import pairwise

from tests.engine.naive.cards import SUITS, colour, is_next_lower, rank, suit
from tests.engine.naive.options import Options
from tests.engine.naive.position import Cards, Position


def lay_out(deal: Cards, options: Options) -> Position:
    """Return the position before the first move."""
    piles: dict[str, Cards] = {f"t{i + 1}": deal[i::8] for i in range(8)}
    piles |= {"f" + s.lower(): () for s in SUITS}
    piles |= {f"c{i + 1}": () for i in range(int(options["cells"]))}
    return Position.of(dict(piles), (), "A")


def allows(position: Position, source: str, target: str, count: int, options: Options) -> bool:
    """Return whether the last `count` cards of a pile may go to a column, home or to a cell."""
    cards = position[source][-count:]
    if target == source:
        return False
    if target == "f":
        card = cards[-1]
        return (
            count == 1
            and source[0] in "tc"
            and len(position["f" + suit(card).lower()]) == rank(card)
        )
    if target == "c":
        return count == 1 and source[0] == "t" and empty_cells(position) > 0
    if source[0] == "f" and options["return"] == "no":
        return False
    if count > 1:
        if source[0] != "t" or options["units"] == "single":
            return False
        if not all(packs(card, above, options) for above, card in pairwise(cards)):
            return False
        if count > (empty_cells(position) + 1) * 2 ** empty_columns(position, target):
            return False
    if position[target]:
        return packs(cards[0], position[target][-1], options)
    return options["space"] == "any" or cards[0][0] == "K"


def packs(card: str, above: str, options: Options) -> bool:
    """Return whether a card goes on another."""
    if not is_next_lower(card, above, False):
        return False
    if options["pack"] == "suit":
        return suit(card) == suit(above)
    return colour(card) != colour(above)


def empty_cells(position: Position) -> int:
    """Return how many cells are empty."""
    return sum(1 for name in position.named("c") if not position[name])


def empty_columns(position: Position, target: str) -> int:
    """Return how many columns besides the target are empty."""
    return sum(1 for name in position.named("t") if not position[name] and name != target)


def settle(position: Position, options: Options) -> Position:
    """Return the position unchanged: nothing follows a move."""
    return position


def deal(position: Position, options: Options) -> Position:
    """Raise ValueError: there is no stock."""
    raise ValueError("FreeCell has no stock")


def accepts(position: Position, options: Options) -> dict[str, str]:
    """Return what empty columns and foundations accept."""
    return {"t": "*" if options["space"] == "any" else "K", "f": "A"}


def progress(position: Position, options: Options) -> int:
    """Return how many cards are on the foundations."""
    return position.home()


def is_won(position: Position, options: Options) -> bool:
    """Return whether every card is home."""
    return position.home() == 52
