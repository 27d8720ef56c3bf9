"""Klondike, naively."""

from __future__ import annotations

from itertools import pairwise

from tests.engine.naive.cards import SUITS, colour, is_next_lower, rank, suit
from tests.engine.naive.options import Options
from tests.engine.naive.position import Cards, Position

TURNS_OVER = {"one": 0, "three": 2}


def lay_out(deal: Cards, options: Options) -> Position:
    """Return the position before the first move."""
    columns: list[list[str]] = [[] for _ in range(7)]
    cards = list(deal)
    for row in range(7):
        for column in range(row, 7):
            columns[column].append(cards.pop(0))
    piles: dict[str, Cards] = {f"t{i + 1}": tuple(columns[i]) for i in range(7)}
    piles |= {"f" + s.lower(): () for s in SUITS}
    piles |= {"w": (), "s": tuple(reversed(cards))}
    hidden = {card for column in columns for card in column[:-1]} | set(cards)
    start = Position.of(dict(piles), hidden, "A")
    return start.turning_over(TURNS_OVER.get(options["passes"]))


def allows(position: Position, source: str, target: str, count: int, options: Options) -> bool:
    """Return whether the last `count` cards of a pile may go to a column, or home (`f`)."""
    moving = position[source][-count:]
    if position.hidden.intersection(moving):
        return False
    if target == "f":
        home = len(position["f" + suit(moving[0]).lower()])
        return source[0] != "f" and count == 1 and home == rank(moving[0])
    if source == target:
        return False
    if source[0] == "f" and options["return"] == "no":
        return False
    if source[0] != "t" and count > 1:
        return False
    if position[target]:
        fits = _packs(moving[0], position[target][-1])
    else:
        fits = options["space"] == "any" or moving[0][0] == "K"
    if not fits or not _is_run(moving):
        return False
    if source[0] == "t" and options["part"] == "no":
        cards = [card for card in position[source] if card not in position.hidden]
        return count == max(n for n in range(1, len(cards) + 1) if _is_run(cards[-n:]))
    return True


def settle(position: Position, options: Options) -> Position:
    """Return the position after exposed face-down cards turn up."""
    return position.showing(position[name][-1] for name in position.named("t") if position[name])


def may_deal(position: Position, options: Options) -> bool:
    """Return whether there are cards to turn, or a waste to turn over."""
    return bool(position["s"]) or (bool(position["w"]) and position.redeals != 0)


def deal(position: Position, options: Options) -> Position:
    """Return the position after turning one or three cards, or turning the waste over."""
    if not position["s"]:
        left = None if position.redeals is None else position.redeals - 1
        turned = tuple(reversed(position["w"]))
        return position.having("w", ()).having("s", turned).turning_over(left)
    for _ in range(3 if options["draw"] == "three" else 1):
        if position["s"]:
            position = position.moving("s", "w", 1)
            position = position.showing(position["w"][-1:])
    return position


def accepts(position: Position, options: Options) -> dict[str, str]:
    """Return what empty piles accept."""
    return {"t": "*" if options["space"] == "any" else "K", "f": "A"}


def progress(position: Position, options: Options) -> int:
    """Return how many cards are on the foundations."""
    return position.home()


def is_won(position: Position, options: Options) -> bool:
    """Return whether every card is home."""
    return position.home() == 52


def _packs(card: str, above: str) -> bool:
    return colour(card) != colour(above) and is_next_lower(card, above, False)


def _is_run(cards: Cards | list[str]) -> bool:
    return all(_packs(card, above) for above, card in pairwise(cards))
