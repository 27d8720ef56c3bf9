"""Agnes Bernauer, naively."""

from __future__ import annotations

from itertools import pairwise

from tests.engine.naive import agnes
from tests.engine.naive.cards import colour
from tests.engine.naive.options import Options
from tests.engine.naive.position import Cards, Position

progress = agnes.progress
is_won = agnes.is_won
accepts = agnes.accepts


def lay_out(deal: Cards, options: Options) -> Position:
    """Return the position before the first move."""
    columns: list[list[str]] = [[] for _ in range(7)]
    cards = list(deal)
    for row in range(7):
        for column in range(row, 7):
            columns[column].append(cards.pop(0))
    base = cards.pop(0)
    piles: dict[str, Cards] = {f"t{i + 1}": tuple(columns[i]) for i in range(7)}
    piles |= agnes.empty_foundations(base)
    for i in range(7):
        piles[f"r{i + 1}"] = (cards.pop(0),) if options["reserve"] == "dealt" else ()
    if options["last"] == "hand":
        piles |= {"h1": (), "h2": ()}
    piles |= {"s": tuple(reversed(cards))}
    return Position.of(dict(piles), cards, base[0])


def allows(position: Position, source: str, target: str, count: int, options: Options) -> bool:
    """Return whether the last `count` cards of a pile may go to a column, or home (`f`)."""
    moving = position[source][-count:]
    if target == "f":
        return source[0] != "f" and count == 1 and agnes.goes_home(position, moving[0])
    if source == target:
        return False
    if source[0] == "f" and options["return"] == "no":
        return False
    if source[0] != "t" and count > 1:
        return False
    if position[target]:
        fits = _packs(position, moving[0], position[target][-1], options)
    else:
        fits = agnes.fills_space(position, moving, options)
    if not fits or not _is_run(position, moving, options):
        return False
    if source[0] == "t" and options["part"] == "no":
        return count == _longest_run(position, source, options)
    return True


def settle(position: Position, options: Options) -> Position:
    """Return the position unchanged: no cards turn up after a move."""
    return position


def deal(position: Position, options: Options) -> Position:
    """Return the position after a deal: a card on each reserve pile from the left."""
    for name in position.named("r"):
        if position["s"]:
            position = position.moving("s", name, 1)
            position = position.showing(position[name][-1:])
    if len(position["s"]) == 2 and options["last"] == "hand":
        position = position.showing(position["s"])
        position = position.moving("s", "h1", 1).moving("s", "h2", 1)
    return position


def _packs(position: Position, card: str, above: str, options: Options) -> bool:
    return colour(card) != colour(above) and agnes.packs_by_rank(position, card, above, options)


def _is_run(position: Position, cards: Cards, options: Options) -> bool:
    return all(_packs(position, card, above, options) for above, card in pairwise(cards))


def _longest_run(position: Position, column: str, options: Options) -> int:
    cards = position[column]
    lengths = range(1, len(cards) + 1)
    return max(n for n in lengths if _is_run(position, cards[-n:], options))
