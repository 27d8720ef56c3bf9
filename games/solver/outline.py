"""Outlines: what remains of a position without the places of the cards that were moved.

The outline of a position says which cards still lie where they lay at the start of the search, how
many are home, and how often the stock was dealt. It forgets how the other cards, the *pool*, are
arranged in the columns. If no way through the outlines leads to one with all cards home, then no
line leads from the position to a win: every move takes the outline to itself or to one of its
`successors`. `outlook` looks for such ways.

The outline of a later position takes any card for one in place that lies, with all cards below it,
where it lay at the start, though it may have been away: from there on the same holds, since the
others have been moved. What never goes back makes the outlines finite and without circles: cards
leave their places, foundations grow, stock is dealt. So this holds for no game in which cards
return from foundations, nor where stock falls on columns, on cards of the pool.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.solver.compiled import Numbers, compiled, numbers
from games.solver.position import (
    FIRST_FOUNDATION,
    FIRST_HAND,
    FIRST_RESERVE,
    HEIGHT,
    PILES,
    STOCK,
)
from games.solver.position import SIZE as POSITION_SIZE
from games.solver.rulebook import (
    BASE,
    COLUMNS,
    DEALS,
    HEADS,
    JOINS,
    LAST_IN_HAND,
    ON_COLUMNS,
    OUTLINES,
    PACKS,
)

ALL: Final = (1 << 52) - 1
RANKS: Final = (1 << 13) - 1

DEALT: Final = POSITION_SIZE
"""For each card the deal that brings it; 0 if it is there at the start."""
DEALS_MADE: Final = DEALT + 52
"""For each height of the stock the number of deals made."""
DEALS_LEFT: Final = DEALS_MADE + 53
HOME: Final = DEALS_LEFT + 1
"""For each suit and height of its foundation the cards on it, as bits."""
KINDS: Final = HOME + 4 * 14
"""Suits that pack on the same suits, as bits, and the suits that they pack on, up to four times."""
PACKING_RANKS: Final = KINDS + 8
"""The ranks that pack on the next higher one, as bits."""
HEADING_RANKS: Final = PACKING_RANKS + 1
"""The ranks that may fill an empty column, as bits."""
ALONE: Final = HEADING_RANKS + 1
"""The cards that no card joins: nothing lies on them when they move."""
START_CARDS: Final = ALONE + 1
"""For each column the cards that lie there at the start, as bits."""
START_SIZE: Final = START_CARDS + 8

HEIGHTS: Final = (1 << 16) - 1
ALL_HOME: Final = 13 | 13 << 4 | 13 << 8 | 13 << 12
DEAL: Final = 1 << 16


class Outline(NamedTuple):
    """An outline as two numbers."""

    cards: int
    """The cards in place, as bits."""
    heights: int
    """Four bits a foundation, then how often the stock was dealt."""


@compiled
def read_outline(array: Numbers, index: int) -> Outline:
    """Return the outline at an index."""
    return Outline(array[index], array[index + 1])


@compiled
def write_outline(array: Numbers, index: int, outline: Outline) -> int:
    """Write an outline at an index; return where it ends."""
    array[index] = outline.cards
    array[index + 1] = outline.heights
    return index + 2


@compiled
def has_outlines(rules: Numbers, position: Numbers) -> bool:
    """Tell whether outlines say anything about a position."""
    return rules[OUTLINES] != 0 and (rules[DEALS] != ON_COLUMNS or position[HEIGHT + STOCK] == 0)


def start_of(rules: Numbers, position: Numbers) -> Numbers:
    """Return the piles at the start, the stock dealt out, and what outlines need to know."""
    start = numbers(START_SIZE)
    start_from(rules, start, position)
    for suit in range(4):
        home = 0
        for height in range(13):
            start[HOME + suit * 14 + height] = home
            home |= 1 << suit * 13 + (rules[BASE] + height) % 13
        start[HOME + suit * 14 + 13] = home
    joined = 0
    kinds: dict[int, int] = {}
    for card in range(52):
        joined |= rules[JOINS + card]
        if rules[PACKS + card]:
            start[PACKING_RANKS] |= 1 << card % 13
            on = sum((rules[PACKS + card] >> 13 * suit & RANKS > 0) << suit for suit in range(4))
            kinds[on] = kinds.get(on, 0) | 1 << card // 13
        if rules[HEADS] >> card & 1:
            start[HEADING_RANKS] |= 1 << card % 13
    for index, (on, suits) in enumerate(kinds.items()):
        start[KINDS + 2 * index] = suits
        start[KINDS + 2 * index + 1] = on
    start[ALONE] = ALL & ~joined
    return start


@compiled
def start_from(rules: Numbers, start: Numbers, position: Numbers) -> None:
    """Start at another position: write its piles, and where and when the stock is dealt."""
    for card in range(52):
        start[DEALT + card] = 0
    for pile in range(PILES):
        start[HEIGHT + pile] = position[HEIGHT + pile]
        for index in range(position[HEIGHT + pile]):
            start[pile << 6 | index] = position[pile << 6 | index]
    for column in range(8):
        start[START_CARDS + column] = 0
        for index in range(position[HEIGHT + column]):
            start[START_CARDS + column] |= 1 << position[column << 6 | index]
    stock = position[HEIGHT + STOCK]
    deals = 0
    start[DEALS_MADE + stock] = 0
    while stock:
        deals += 1
        stock = _deal(start, stock, FIRST_RESERVE, min(stock, 7), deals)
        if rules[LAST_IN_HAND] and stock == 2:
            stock = _deal(start, stock, FIRST_HAND, 2, deals)
        start[DEALS_MADE + stock] = deals
    start[DEALS_LEFT] = deals


@compiled
def _deal(start: Numbers, stock: int, first: int, count: int, deals: int) -> int:
    """Deal a card to each of some piles; return the height of the stock."""
    for pile in range(first, first + count):
        stock -= 1
        card = start[STOCK << 6 | stock]
        start[DEALT + card] = deals
        start[pile << 6 | start[HEIGHT + pile]] = card
        start[HEIGHT + pile] += 1
    return stock


@compiled
def outline_of(rules: Numbers, start: Numbers, position: Numbers) -> Outline:
    """Return the outline of a position."""
    cards = 0
    for column in range(rules[COLUMNS]):
        cards |= _column_in_place(start, position, column)
    for pile in range(FIRST_RESERVE, PILES):
        for index in range(position[HEIGHT + pile]):
            cards |= 1 << position[pile << 6 | index]
    return Outline(cards, _heights(start, position))


@compiled
def outline_after(start: Numbers, position: Numbers, outline: Outline, move: int) -> Outline:
    """Return the outline of a position that a move led to, from the one before it."""
    source = move & 31
    target = move >> 5 & 31
    cards = outline.cards
    if source < FIRST_FOUNDATION:
        cards &= ~start[START_CARDS + source]
        cards |= _column_in_place(start, position, source)
    elif source != STOCK:
        # A card of reserve or hand: the array still holds it where it was.
        cards &= ~(1 << position[source << 6 | position[HEIGHT + source]])
    if target < FIRST_FOUNDATION and source != STOCK:
        cards &= ~start[START_CARDS + target]
        cards |= _column_in_place(start, position, target)
    return Outline(cards, _heights(start, position))


@compiled
def _column_in_place(start: Numbers, position: Numbers, column: int) -> int:
    """Return the cards of a column that lie, with all below them, as at the start."""
    cards = 0
    for index in range(min(position[HEIGHT + column], start[HEIGHT + column])):
        card = position[column << 6 | index]
        if card != start[column << 6 | index]:
            break
        cards |= 1 << card
    return cards


@compiled
def _heights(start: Numbers, position: Numbers) -> int:
    """Return the second number of a position's outline."""
    heights = start[DEALS_MADE + position[HEIGHT + STOCK]] * DEAL
    for suit in range(4):
        heights |= position[HEIGHT + FIRST_FOUNDATION + suit] << 4 * suit
    return heights
