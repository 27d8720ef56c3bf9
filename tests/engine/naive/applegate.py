"""Applegate, naively."""

from __future__ import annotations

from itertools import pairwise

from tests.engine.naive.cards import RANKS, SUITS, is_next_lower, suit
from tests.engine.naive.options import Options
from tests.engine.naive.position import Cards, Position

COMPLETE_RUNS = [tuple(r + s for r in reversed(RANKS)) for s in SUITS]


def lay_out(deal: Cards, options: Options) -> Position:
    """Return the position before the first move."""
    columns: list[list[str]] = [[] for _ in range(7)]
    cards = list(deal)
    for _ in range(7):
        for column in columns:
            column.append(cards.pop(0))
    piles: dict[str, Cards] = {f"t{i + 1}": tuple(columns[i]) for i in range(7)}
    hidden: set[str] = set()
    if options["layout"] == "three-down":
        for column in columns[:4]:
            hidden |= set(column[:3])
    else:
        for column in columns[1:]:
            hidden |= set(column[:2])
    if options["reserve"] == "pile":
        piles["r1"] = tuple(cards)
        hidden |= set(cards[:2])
    else:
        piles |= {"r1": (cards[0],), "r2": (cards[1],), "r3": (cards[2],)}
    if options["remove"] != "never":
        piles |= {"f" + s.lower(): () for s in SUITS}
    return Position.of(dict(piles), hidden, "A")


def allows(position: Position, source: str, target: str, count: int, options: Options) -> bool:
    """Return whether the last `count` cards of a pile may go to a column."""
    moving = position[source][-count:]
    if target == "f" or source[0] == "f" or source == target:
        return False
    if source[0] == "r" and count > 1:
        return False
    if moving[0] in position.hidden:
        return False
    if not position[target]:
        return moving[0][0] == "K"
    above = position[target][-1]
    corner = options["corner"] == "yes"
    return suit(moving[0]) == suit(above) and is_next_lower(moving[0], above, corner)


def settle(position: Position, options: Options) -> Position:
    """Return the position after cards turn up and complete runs leave."""
    settled = _remove_one_run(_turn_up(position), options)
    return position if settled == position else settle(settled, options)


def deal(position: Position, options: Options) -> Position:
    """Raise ValueError: there is no stock."""
    raise ValueError("Applegate has no stock")


def accepts(position: Position, options: Options) -> dict[str, str]:
    """Return what an empty column takes; nothing is played to a foundation."""
    return {"t": "K", "f": ""}


def progress(position: Position, options: Options) -> int:
    """Return 13 for each removed run, plus 1 for each face-up pair next in suit; 52 if won."""
    if is_won(position, options):
        return 52
    pairs = 0
    for name in position.named("t"):
        for above, card in pairwise(position[name]):
            if not position.hidden.intersection((above, card)):
                pairs += suit(above) == suit(card) and is_next_lower(card, above, False)
    return position.home() + pairs


def is_won(position: Position, options: Options) -> bool:
    """Return whether all cards are removed, or only complete runs are left if none are."""
    if options["remove"] != "never":
        return position.home() == 52
    if any(position[name] for name in position.named("r")):
        return False
    return all(position[name] == () or _is_suit(name, position) for name in position.named("t"))


def _is_suit(name: str, position: Position) -> bool:
    """Return whether a column is one complete run, with at most its King face down."""
    cards = position[name]
    return cards in COMPLETE_RUNS and position.hidden.isdisjoint(cards[1:])


def _turn_up(position: Position) -> Position:
    exposed = [name for name in (*position.named("t"), *position.named("r")) if position[name]]
    return position.showing(position[name][-1] for name in exposed)


def _remove_one_run(position: Position, options: Options) -> Position:
    if options["remove"] == "never":
        return position
    for name in position.named("t"):
        cards = position[name]
        for start in range(len(cards) - 12):
            run = cards[start : start + 13]
            if run not in COMPLETE_RUNS or position.hidden.intersection(run):
                continue
            if options["remove"] == "exposed" and start + 13 != len(cards):
                continue
            without = position.having(name, cards[:start] + cards[start + 13 :])
            return without.having("f" + suit(run[0]).lower(), run)
    return position
