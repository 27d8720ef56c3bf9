"""How far a position seems to be from a win: a guess that only orders the search."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from games.solver.compiled import Numbers, compiled, numbers
from games.solver.position import (
    DOWN,
    FIRST_FOUNDATION,
    FIRST_RESERVE,
    HEIGHT,
    HOME,
    STOCK,
)
from games.solver.rulebook import APPLEGATE, BASE, COLUMNS, PACKS, RELS

WORST: Final = 4095


class Weights(NamedTuple):
    """What counts against a position, per card; `space` counts for it, per empty column."""

    away: int = 0
    """A card that is not home."""
    blocking: int = 0
    """A card above a lower one of its suit in its column."""
    divided: int = 0
    """A card that lies on one that it does not pack on."""
    dealt: int = 0
    """A card in the stock."""
    held: int = 0
    """A card in reserve or hand."""
    hidden: int = 0
    """A face-down card."""
    space: int = 0
    """What an empty column is worth."""
    buried: int = 0
    """A card above one that its foundation takes next."""


AWAY, BLOCKING, DIVIDED, DEALT, HELD, HIDDEN, SPACE, BURIED = range(8)
STEP: Final = 8
"""What a move costs: the more, the shorter the path and the longer the search."""

LOWEST: Final = 8 << 6
"""Notes hold what the cards up to each height of a column add, at `column << 6 | height`; from here
on the lowest card of each suit in each column, eight bits a suit;"""
TOTAL: Final = LOWEST + 8
"""the sum of all but what is buried, before it is cut to its range;"""
PLACES: Final = TOTAL + 1
"""and where each card lies."""
NEXT: Final = PLACES + 52
NOTES: Final = NEXT + 4
NOWHERE: Final = 63 << 6

NO_MOVE: Final = 31 | 31 << 5
"""A move of no cards between no piles."""

EVERY_COLUMN: Final = 255

NO_CARD: Final = 13 | 13 << 8 | 13 << 16 | 13 << 24


@lru_cache(maxsize=64)
def encode_weights(weights: Weights, step: int = 1) -> Numbers:
    """Return the weights as one flat array, with the cost of a move behind them."""
    encoded = numbers(STEP + 1)
    for index, weight in enumerate((*weights, step)):
        encoded[index] = weight
    return encoded


@compiled
def estimate(rules: Numbers, weights: Numbers, position: Numbers, notes: Numbers) -> int:
    """Return a number from 0 to `WORST`, smaller is better; note its parts."""
    note(rules, weights, position, notes, EVERY_COLUMN)
    total = notes[TOTAL]
    if weights[BURIED]:
        total += weights[BURIED] * _buried_after(rules, position, notes, NO_MOVE)
    return max(0, min(WORST, total))


@compiled
def note(rules: Numbers, weights: Numbers, position: Numbers, notes: Numbers, columns: int) -> None:
    """Note the parts of the estimate; only these columns, as bits, differ from the last notes."""
    total = 200  # Keeps the sum above 0.
    for suit in range(4):
        total -= (position[HEIGHT + FIRST_FOUNDATION + suit] - 13) * weights[AWAY]
    total += position[HEIGHT + STOCK] * weights[DEALT]
    for pile in range(FIRST_RESERVE, STOCK):
        total += position[HEIGHT + pile] * weights[HELD]
    for column in range(rules[COLUMNS]):
        if columns >> column & 1:
            _note_column(rules, weights, position, column, notes)
        total += position[DOWN + column] * weights[HIDDEN]
        total += notes[column << 6 | position[HEIGHT + column]]
    notes[TOTAL] = total
    if weights[BURIED]:
        for pile in range(FIRST_RESERVE, STOCK + 1):
            for index in range(position[HEIGHT + pile]):
                notes[PLACES + position[pile << 6 | index]] = pile << 6 | index
        for suit in range(4):
            notes[NEXT + suit] = _place_of_next(rules, position, notes, suit, 0)


@compiled
def estimate_after(
    rules: Numbers, weights: Numbers, position: Numbers, notes: Numbers, move: int
) -> int:
    """Return the estimate after a move that is neither a deal nor takes out a suit, from notes."""
    total = _total_after(rules, weights, position, notes, move)
    if weights[BURIED]:
        total += weights[BURIED] * _buried_after(rules, position, notes, move)
    return max(0, min(WORST, total))


@compiled
def _total_after(
    rules: Numbers, weights: Numbers, position: Numbers, notes: Numbers, move: int
) -> int:
    """Return that estimate before it is cut to its range."""
    source = move & 31
    target = move >> 5 & 31
    size = move >> 10
    total = notes[TOTAL]
    height = position[HEIGHT + source]
    start = source << 6 | (height - size)
    if source < FIRST_FOUNDATION:
        total += notes[start] - notes[source << 6 | height]
        if height > size and position[DOWN + source] == height - size:
            total -= weights[HIDDEN]
    elif source < FIRST_RESERVE:
        total += weights[AWAY]
    else:
        total -= weights[HELD]
    if target == HOME:
        total -= weights[AWAY]
    elif target >= FIRST_RESERVE:
        total += weights[HELD]
    else:
        head = position[start]
        if FIRST_FOUNDATION <= source < FIRST_RESERVE:
            head = (source - FIRST_FOUNDATION) * 13 + (rules[BASE] + height - 1) % 13
        total += _joining(rules, weights, position, notes, head, start, size, target)
    return total


@compiled
def _note_column(
    rules: Numbers, weights: Numbers, position: Numbers, column: int, notes: Numbers
) -> None:
    """Note what the cards of a column add up to each height; an empty one counts for a position."""
    height = position[HEIGHT + column]
    notes[column << 6] = -weights[SPACE]
    lowest = NO_CARD
    total = 0
    on = -1
    for index in range(height):
        card = position[column << 6 | index]
        total += _card_adds(rules, weights, card, on, lowest)
        notes[column << 6 | (index + 1)] = total
        notes[PLACES + card] = column << 6 | index
        lowest = _lowest_with(rules, card, lowest)
        on = card
    notes[LOWEST + column] = lowest


@compiled
def _joining(
    rules: Numbers,
    weights: Numbers,
    position: Numbers,
    notes: Numbers,
    head: int,
    start: int,
    size: int,
    target: int,
) -> int:
    """Return what a unit adds to a column that it joins: its head, and the cards stored on that."""
    height = position[HEIGHT + target]
    lowest = notes[LOWEST + target]
    total = 0
    on = -1
    if height:
        on = position[target << 6 | (height - 1)]
    else:
        total += weights[SPACE]
    card = head
    for index in range(size):
        if index:
            card = position[start + index]
        total += _card_adds(rules, weights, card, on, lowest)
        lowest = _lowest_with(rules, card, lowest)
        on = card
    return total


@compiled
def _card_adds(rules: Numbers, weights: Numbers, card: int, on: int, lowest: int) -> int:
    """Return what a card adds on another, or on none if that is -1, above the lowest of suits."""
    if on < 0:
        divided = rules[APPLEGATE] and card % 13 != 12
    elif rules[APPLEGATE]:
        divided = card != on - 1 or on % 13 == 0
    else:
        divided = not rules[PACKS + card] >> on & 1
    total = weights[DIVIDED] if divided else 0
    if rules[RELS + card] > lowest >> 8 * (card // 13) & 255:
        total += weights[BLOCKING]
    return total


@compiled
def _lowest_with(rules: Numbers, card: int, lowest: int) -> int:
    """Return the lowest card of each suit once there is one more."""
    rel = rules[RELS + card]
    shift = 8 * (card // 13)
    if rel > lowest >> shift & 255:
        return lowest
    return lowest & ~(255 << shift) | rel << shift


@compiled
def _buried_after(rules: Numbers, position: Numbers, notes: Numbers, move: int) -> int:
    """Return how many cards lie above those that foundations take next, once a move is made."""
    source = move & 31
    target = move >> 5 & 31
    size = move >> 10
    total = 0
    for suit in range(4):
        if source == FIRST_FOUNDATION + suit:
            continue  # The card that comes back lies on top.
        place = notes[NEXT + suit]
        pile = place >> 6
        if target == HOME and pile == source and place & 63 == position[HEIGHT + source] - 1:
            place = _place_of_next(rules, position, notes, suit, 1)
            pile = place >> 6
        if pile < rules[COLUMNS]:
            above = position[HEIGHT + pile] - 1 - (place & 63)
            if pile == target:
                above += size
            elif pile == source and above >= size:
                above -= size
            elif pile == source and target >= FIRST_FOUNDATION:
                above = 0
            total += above
    return total


@compiled
def _place_of_next(rules: Numbers, position: Numbers, notes: Numbers, suit: int, more: int) -> int:
    """Return where the card lies that a foundation takes after so many more, `NOWHERE` if none."""
    up = position[HEIGHT + FIRST_FOUNDATION + suit] + more
    return NOWHERE if up == 13 else notes[PLACES + suit * 13 + (rules[BASE] + up) % 13]
