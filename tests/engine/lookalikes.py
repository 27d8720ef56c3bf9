"""Deals that are the same game under other names, made independently of the engine."""

from __future__ import annotations

import random
from functools import cache
from itertools import permutations, product

from games.engine import Deal
from games.engine.cards import CARDS

Cards = tuple[int, ...]


@cache
def renamings() -> tuple[Cards, ...]:
    """Return every way to permute suits and rotate all ranks by the same amount."""
    return tuple(
        tuple(13 * suits[card // 13] + (card + turn) % 13 for card in range(52))
        for suits, turn in product(permutations(range(4)), range(13))
    )


def another(game: str, deal: Deal, chance: random.Random) -> Deal:
    """Return a deal that differs only in ways that don't matter under some rules of a game."""
    turns = range(13) if game.startswith("agnes") else range(1)
    renamed = renamings()[13 * chance.randrange(24) + chance.choice(turns)]
    cards = [renamed[card] for card in deal.cards]
    rest = list(range(52))
    match game:
        case "agnes-sorel":
            rest[50:] = chance.sample(rest[50:], 2)
        case "agnes-bernauer":
            order = chance.sample(range(7), 7)
            rest[29:50] = [29 + 7 * row + pile for row in range(3) for pile in order]
            rest[50:] = chance.sample(rest[50:], 2)
        case "applegate":
            order = chance.sample(range(7), 7)
            rest[:49] = [7 * row + column for row in range(7) for column in order]
            rest[49:] = chance.sample(rest[49:], 3)
        case "freecell":
            order = [*chance.sample(range(4), 4), *chance.sample(range(4, 8), 4)]
            rest = [8 * row + column for row in range(7) for column in order]
            rest = [place for place in rest if place < 52]
        case "klondike":
            pass
        case _:
            return another_castle(cards, chance)
    return Deal(tuple(CARDS[cards[place]] for place in rest))


def another_castle(cards: list[int], chance: random.Random) -> Deal:
    if chance.random() < 0.5:
        low, high = chance.sample(range(4), 4), chance.sample(range(4, 8), 4)
        order = [*low, *high]
        rows = [8 * row + column for row in range(7) for column in order if 8 * row + column < 52]
        return Deal(tuple(CARDS[cards[place]] for place in rows))
    order = chance.sample(range(8), 8)
    others = [card for card in cards if card % 13]
    rows = [others[8 * row + column] for row in range(6) for column in order]
    for ace in range(0, 52, 13):
        rows.insert(chance.randint(0, len(rows)), ace)
    return Deal(tuple(CARDS[card] for card in rows))
