"""Outlines: what is left of a position when it is forgotten where the cards lie that were moved.

The outline of a position says which cards still lie where they lay at the start of the search, how
many are home, and how often the stock was dealt. It forgets how the other cards, the *pool*, are
arranged in the columns. If no way through the outlines leads to one with all cards home, then no
line leads from the position to a win; `outlook` looks for such ways.

That rests on this: every move of a line takes the outline to itself or to one that `outlines_after`
writes. Say that a card is in place until it first moves; in a column the cards in place lie below
all others. A card of the pool was put where it lies, so it was packed on the card below it or
opened an empty column, and it keeps that card or the floor to itself. The card below it is in the
pool too, or it is the last card in place of its column: these are the *slots*. So the cards of the
pool fit: those that find no slot of their own are cards that may fill an empty column, and no more
of them than there are columns without a card in place. A foundation takes its next card only, a
pile gives up its last card in place, or a unit of cards in place that ends with it, and a deal is
a deal. Right after the move more is known: nothing lies on the card that became exposed, nor on
the slot that a card leaves which goes home or moves by itself, and if a column gave up all its
cards, it is not filled yet. So the pool fits without these slots and without that column.

The outline of a later position takes any card for one in place that lies, with all cards below it,
where it lay at the start, though it may have been away: from there on the same holds, since the
others have been moved. What never goes back makes the outlines finite and without circles: cards
leave their places, foundations grow, stock is dealt. So this holds for no game in which cards
return from foundations, nor where stock falls on columns, on cards of the pool.
"""

from __future__ import annotations

from typing import Final

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
"""For each card the deal that brings it, 0 if it is there at the start."""
DEALS_MADE: Final = DEALT + 52
"""For each height of the stock how many deals were made."""
DEALS_LEFT: Final = DEALS_MADE + 53
HOME: Final = DEALS_LEFT + 1
"""For each suit and height of its foundation the cards on it, as bits."""
KINDS: Final = HOME + 4 * 14
"""Suits that pack on the same suits, as bits, and the suits that they pack on, up to four times."""
PACKING_RANKS: Final = KINDS + 8
"""The ranks that may be packed on the next higher one, as bits."""
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
"""An outline is two numbers: the cards in place as bits; four bits a foundation, then the deals."""


@compiled
def has_outlines(rules: Numbers, position: Numbers) -> bool:
    """Whether the outlines say anything about what can come of a position."""
    return rules[OUTLINES] != 0 and (rules[DEALS] != ON_COLUMNS or position[HEIGHT + STOCK] == 0)


def start_of(rules: Numbers, position: Numbers) -> Numbers:
    """The piles at the start of a search, the stock dealt out, and what outlines need to know."""
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
    """Begin at another position: write its piles, the stock where it will be dealt, and when."""
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
    """Deal a card to each of some piles; returns the height of the stock."""
    for pile in range(first, first + count):
        stock -= 1
        card = start[STOCK << 6 | stock]
        start[DEALT + card] = deals
        start[pile << 6 | start[HEIGHT + pile]] = card
        start[HEIGHT + pile] += 1
    return stock


@compiled
def cards_in_place(rules: Numbers, start: Numbers, position: Numbers) -> int:
    """The first number of a position's outline."""
    cards = 0
    for column in range(rules[COLUMNS]):
        cards |= _column_in_place(start, position, column)
    for pile in range(FIRST_RESERVE, PILES):
        for index in range(position[HEIGHT + pile]):
            cards |= 1 << position[pile << 6 | index]
    return cards


@compiled
def _column_in_place(start: Numbers, position: Numbers, column: int) -> int:
    """The cards of a column that lie, with all below them, where they lay at the start."""
    cards = 0
    for index in range(min(position[HEIGHT + column], start[HEIGHT + column])):
        card = position[column << 6 | index]
        if card != start[column << 6 | index]:
            break
        cards |= 1 << card
    return cards


@compiled
def cards_after(start: Numbers, position: Numbers, cards: int, move: int) -> int:
    """The first number of a position's outline right after a move, from that before it."""
    source = move & 31
    target = move >> 5 & 31
    if source < FIRST_FOUNDATION:
        cards &= ~start[START_CARDS + source]
        cards |= _column_in_place(start, position, source)
    elif source != STOCK:
        # A card of reserve or hand; it is not wiped off where it was.
        cards &= ~(1 << position[source << 6 | position[HEIGHT + source]])
    if target < FIRST_FOUNDATION and source != STOCK:
        cards &= ~start[START_CARDS + target]
        cards |= _column_in_place(start, position, target)
    return cards


@compiled
def heights_and_deals(start: Numbers, position: Numbers) -> int:
    """The second number of a position's outline."""
    found = start[DEALS_MADE + position[HEIGHT + STOCK]] * DEAL
    for suit in range(4):
        found |= position[HEIGHT + FIRST_FOUNDATION + suit] << 4 * suit
    return found


@compiled
def outlines_after(
    rules: Numbers, start: Numbers, cards: int, heights: int, found: Numbers, end: int
) -> int:
    """Write the outlines that a move may lead to from `end` on; returns where they end."""
    pool = ALL & ~cards
    for suit in range(4):
        pool &= ~start[HOME + suit * 14 + (heights >> 4 * suit & 15)]
    slots = pool
    spaces = 0
    for column in range(rules[COLUMNS]):
        last = _last_in_place(start, cards, heights, column)
        if last < 0:
            spaces += 1
        else:
            slots |= 1 << start[column << 6 | last]
    for suit in range(4):
        card = suit * 13 + (rules[BASE] + (heights >> 4 * suit & 15)) % 13
        if pool >> card & 1:
            left = ~(1 << card)
            if fits(start, pool & left, slots & left, spaces):
                found[end] = cards
                found[end + 1] = heights + (1 << 4 * suit)
                end += 2
    for pile in range(STOCK):
        if not rules[COLUMNS] <= pile < FIRST_RESERVE:
            last = _last_in_place(start, cards, heights, pile)
            if last >= 0:
                end = _leave(
                    rules, start, cards, heights, pool, slots, spaces, pile, last, found, end
                )
    if heights // DEAL < start[DEALS_LEFT]:
        found[end] = cards
        found[end + 1] = heights + DEAL
        end += 2
    return end


@compiled
def _last_in_place(start: Numbers, cards: int, heights: int, pile: int) -> int:
    """Where in a pile the last card in place lies, or -1."""
    index = start[HEIGHT + pile] - 1
    while index >= 0:
        card = start[pile << 6 | index]
        if cards >> card & 1 and start[DEALT + card] <= heights // DEAL:
            break
        index -= 1
    return index


@compiled
def _leave(
    rules: Numbers,
    start: Numbers,
    cards: int,
    heights: int,
    pool: int,
    slots: int,
    spaces: int,
    pile: int,
    index: int,
    found: Numbers,
    end: int,
) -> int:
    """Write the outlines in which the last card in place of a pile, or a unit, has left."""
    card = start[pile << 6 | index]
    suit = card // 13
    height = heights >> 4 * suit & 15
    unit = 1 << card
    below = 0
    if index and pile < rules[COLUMNS]:  # Below a card that was dealt another may have left.
        below = 1 << start[pile << 6 | (index - 1)]
    if card % 13 == (rules[BASE] + height) % 13 and height < 13:
        if fits(start, pool, slots & ~unit & ~below, spaces):
            found[end] = cards & ~unit
            found[end + 1] = heights + (1 << 4 * suit)
            end += 2
    covered = ~(unit & start[ALONE] | below) if pile < rules[COLUMNS] else ~unit
    while True:
        if fits(start, pool | unit, (slots | unit) & covered, spaces):
            found[end] = cards & ~unit
            found[end + 1] = heights
            end += 2
        if pile >= rules[COLUMNS] or index == 0:
            break
        below = start[pile << 6 | (index - 1)]
        if not rules[JOINS + card] >> below & 1:
            break
        index -= 1
        card = below
        unit |= 1 << card
        covered = ~(1 << start[pile << 6 | (index - 1)]) if index else -1
    return end


@compiled
def fits(start: Numbers, pool: int, slots: int, spaces: int) -> bool:
    """Whether each card of the pool may have a slot or a space of its own.

    Counted for all ranks at once: `p2` has the ranks of which the pool has two cards or more.
    """
    heads = start[HEADING_RANKS]
    for kind in range(KINDS, KINDS + 8, 2):
        suits = start[kind]
        if suits == 0:
            break
        p1 = p2 = p3 = p4 = s1 = s2 = s3 = s4 = 0
        for suit in range(4):
            if suits >> suit & 1:
                ranks = pool >> 13 * suit & RANKS
                p4 |= p3 & ranks
                p3 |= p2 & ranks
                p2 |= p1 & ranks
                p1 |= ranks
            if start[kind + 1] >> suit & 1:
                ranks = slots >> 13 * suit & RANKS
                s4 |= s3 & ranks
                s3 |= s2 & ranks
                s2 |= s1 & ranks
                s1 |= ranks
        o1 = p1 & ~_that_pack_on(start, s1)
        o2 = p2 & ~_that_pack_on(start, s2)
        o3 = p3 & ~_that_pack_on(start, s3)
        o4 = p4 & ~_that_pack_on(start, s4)
        if (o1 | o2 | o3 | o4) & ~heads:
            return False
        spaces -= _count(o1) + _count(o2) + _count(o3) + _count(o4)
        if spaces < 0:
            return False
    return True


@compiled
def _that_pack_on(start: Numbers, ranks: int) -> int:
    """The ranks that are packed on these."""
    return (ranks >> 1 | (ranks & 1) << 12) & start[PACKING_RANKS]


@compiled
def _count(ranks: int) -> int:
    count = 0
    while ranks:
        ranks &= ranks - 1
        count += 1
    return count
