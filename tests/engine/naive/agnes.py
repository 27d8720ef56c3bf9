"""The rules both Agnes games share: base card, packing, runs, spaces and the last two cards."""

from __future__ import annotations

from tests.engine.naive.cards import RANKS, SUITS, is_next_lower, relative, suit
from tests.engine.naive.options import Options
from tests.engine.naive.position import Cards, Position


def goes_home(position: Position, card: str) -> bool:
    """Return whether a card is next on its foundation, from the base rank up and wrapping."""
    pile = position["f" + suit(card).lower()]
    if not pile:
        return card[0] == position.base
    return len(pile) < 13 and RANKS.index(card[0]) == (RANKS.index(pile[-1][0]) + 1) % 13


def packs_by_rank(position: Position, card: str, above: str, options: Options) -> bool:
    """Return whether the ranks let a card be packed on another."""
    if options["on-base"] == "no" and relative(above, position.base) == 0:
        return False
    return is_next_lower(card, above, options["wrap"] == "yes")


def fills_space(position: Position, moving: Cards, options: Options) -> bool:
    """Return whether these cards, a run, may fill an empty column."""
    is_one_card = len(moving) == 1
    is_high = relative(moving[0], position.base) == 12
    match options["space"]:
        case "any-run":
            return True
        case "any-card":
            return is_one_card
        case "high-run":
            return is_high
        case "high-card":
            return is_one_card and is_high
    return False


def empty_foundations(base: str) -> dict[str, Cards]:
    """Return the four foundations, with the base card on its own."""
    return {"f" + s.lower(): (base,) if s == suit(base) else () for s in SUITS}


def progress(position: Position, options: Options) -> int:
    """Return how many cards are on the foundations."""
    return position.home()


def is_won(position: Position, options: Options) -> bool:
    """Return whether every card is home."""
    return position.home() == 52


def accepts(position: Position, options: Options) -> dict[str, str]:
    """Return what an empty column and foundation accept: a rank, `*` for any card, or nothing."""
    high = RANKS[(RANKS.index(position.base) + 12) % 13]
    column = {"any-run": "*", "any-card": "*", "high-run": high, "high-card": high, "none": ""}
    return {"t": column[options["space"]], "f": position.base}
