"""The outlines that a move may lead to.

Every move of a line takes the outline to itself or to one of these. Say that a card is in place
until it first moves; in a column the cards in place lie below all others. A card of the pool was
put where it lies, so it was packed on the card below it or opened an empty column, and it keeps
that card or the floor to itself. The card below it is in the pool too, or it is the last card in
place of its column: these are the *slots*. So the cards of the pool fit: those that find no slot of
their own are cards that may fill an empty column, and no more of them than there are columns
without a card in place. A foundation takes its next card only, a pile gives up its last card in
place, or a unit of cards in place that ends with it, and a deal is a deal. Right after the move
more is known: nothing lies on the card that became exposed, nor on the slot that a card leaves
which goes home or moves by itself, and if a column gave up all its cards, it is not filled yet. So
the pool fits without these slots and without that column.
"""

from __future__ import annotations

from typing import NamedTuple

from games.solver.compiled import Numbers, compiled
from games.solver.outline import (
    ALL,
    ALONE,
    DEAL,
    DEALS_LEFT,
    DEALT,
    HEADING_RANKS,
    HOME,
    KINDS,
    PACKING_RANKS,
    RANKS,
    Outline,
    write_outline,
)
from games.solver.position import FIRST_RESERVE, HEIGHT, STOCK
from games.solver.rulebook import BASE, COLUMNS, JOINS


class Room(NamedTuple):
    """The pool of an outline, and what there is for it."""

    pool: int
    """The cards that are neither in place nor home, as bits."""
    slots: int
    """The cards that one of the pool may lie on, as bits."""
    spaces: int
    """How many columns have no card in place."""


@compiled
def successors(rules: Numbers, start: Numbers, outline: Outline, found: Numbers, end: int) -> int:
    """Write the outlines that a move may lead to, from `end` on; return where they end."""
    cards, heights = outline
    room = _room(rules, start, outline)
    for suit in range(4):
        card = _next_card(rules, heights, suit)
        left = ~(1 << card)
        if room.pool >> card & 1 and _fits(
            start, Room(room.pool & left, room.slots & left, room.spaces)
        ):
            end = write_outline(found, end, Outline(cards, heights + (1 << 4 * suit)))
    for pile in range(STOCK):
        if not rules[COLUMNS] <= pile < FIRST_RESERVE:
            end = _leave(rules, start, outline, room, pile, found, end)
    if heights // DEAL < start[DEALS_LEFT]:
        end = write_outline(found, end, Outline(cards, heights + DEAL))
    return end


@compiled
def _room(rules: Numbers, start: Numbers, outline: Outline) -> Room:
    """Return what the pool of an outline may lie on."""
    pool = ALL & ~outline.cards
    for suit in range(4):
        pool &= ~start[HOME + suit * 14 + (outline.heights >> 4 * suit & 15)]
    slots = pool
    spaces = 0
    for column in range(rules[COLUMNS]):
        last = _last_in_place(start, outline, column)
        if last < 0:
            spaces += 1
        else:
            slots |= 1 << start[column << 6 | last]
    return Room(pool, slots, spaces)


@compiled
def _next_card(rules: Numbers, heights: int, suit: int) -> int:
    """Return the card that a foundation takes next; its base card once it is complete."""
    return suit * 13 + (rules[BASE] + (heights >> 4 * suit & 15)) % 13


@compiled
def _last_in_place(start: Numbers, outline: Outline, pile: int) -> int:
    """Return the height of the last card in place of a pile, or -1."""
    index = start[HEIGHT + pile] - 1
    while index >= 0:
        card = start[pile << 6 | index]
        if outline.cards >> card & 1 and start[DEALT + card] <= outline.heights // DEAL:
            break
        index -= 1
    return index


@compiled
def _leave(
    rules: Numbers,
    start: Numbers,
    outline: Outline,
    room: Room,
    pile: int,
    found: Numbers,
    end: int,
) -> int:
    """Write the outlines in which the last card in place of a pile, or a unit, has left."""
    index = _last_in_place(start, outline, pile)
    if index < 0:
        return end
    cards, heights = outline
    pool, slots, spaces = room
    card = start[pile << 6 | index]
    suit = card // 13
    unit = 1 << card
    below = _below(rules, start, pile, index)
    if card == _next_card(rules, heights, suit) and _fits(
        start, Room(pool, slots & ~unit & ~below, spaces)
    ):
        end = write_outline(found, end, Outline(cards & ~unit, heights + (1 << 4 * suit)))
    # Nothing lies on these yet, so they are no slots.
    bare = unit & start[ALONE] | below if pile < rules[COLUMNS] else unit
    while True:
        if _fits(start, Room(pool | unit, (slots | unit) & ~bare, spaces)):
            end = write_outline(found, end, Outline(cards & ~unit, heights))
        if not rules[JOINS + card] & below:
            return end
        index -= 1
        card = start[pile << 6 | index]
        unit |= below
        below = bare = _below(rules, start, pile, index)


@compiled
def _below(rules: Numbers, start: Numbers, pile: int, index: int) -> int:
    """Return the card below one of a column, as a bit; 0 if there is none."""
    if index == 0 or pile >= rules[COLUMNS]:  # The card below a dealt one may have left.
        return 0
    return 1 << start[pile << 6 | (index - 1)]


@compiled
def _fits(start: Numbers, room: Room) -> bool:
    """Tell whether each card of the pool can have a slot or a space of its own.

    Counted for all ranks at once: `p2` has the ranks of which the pool has two cards or more.
    """
    heads = start[HEADING_RANKS]
    spaces = room.spaces
    for kind in range(KINDS, KINDS + 8, 2):
        suits = start[kind]
        if suits == 0:
            break
        p1 = p2 = p3 = p4 = s1 = s2 = s3 = s4 = 0
        for suit in range(4):
            if suits >> suit & 1:
                ranks = room.pool >> 13 * suit & RANKS
                p4 |= p3 & ranks
                p3 |= p2 & ranks
                p2 |= p1 & ranks
                p1 |= ranks
            if start[kind + 1] >> suit & 1:
                ranks = room.slots >> 13 * suit & RANKS
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
    """Return the ranks that pack on these."""
    return (ranks >> 1 | (ranks & 1) << 12) & start[PACKING_RANKS]


@compiled
def _count(ranks: int) -> int:
    count = 0
    while ranks:
        ranks &= ranks - 1
        count += 1
    return count
