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
from games.solver.rulebook import APPLEGATE, BASE, COLUMNS, PACKS

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


AWAY, BLOCKING, DIVIDED, DEALT, HELD, HIDDEN, SPACE = range(7)
STEP: Final = 7
"""What a move costs: the more, the shorter the path and the longer the search."""

LOWEST: Final = 8 << 6
"""Notes hold what the cards up to each height of a column add, at `column << 6 | height`; then,
from here on, the lowest card of each suit in each column, eight bits a suit."""
TOTAL: Final = LOWEST + 8
"""And the estimate before it is cut to its range."""
NOTES: Final = TOTAL + 1

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
    total = 200  # Keeps the sum above 0.
    for suit in range(4):
        total -= (position[HEIGHT + FIRST_FOUNDATION + suit] - 13) * weights[AWAY]
    total += position[HEIGHT + STOCK] * weights[DEALT]
    for pile in range(FIRST_RESERVE, STOCK):
        total += position[HEIGHT + pile] * weights[HELD]
    for column in range(rules[COLUMNS]):
        total += position[DOWN + column] * weights[HIDDEN]
        total += _note_column(rules, weights, position, column, notes)
    notes[TOTAL] = total
    return max(0, min(WORST, total))


@compiled
def estimate_after(
    rules: Numbers, weights: Numbers, position: Numbers, notes: Numbers, move: int
) -> int:
    """Return the estimate of where a move leads that is neither a deal nor takes out a suit."""
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
    return max(0, min(WORST, total))


@compiled
def _note_column(
    rules: Numbers, weights: Numbers, position: Numbers, column: int, notes: Numbers
) -> int:
    """Note what the cards of a column add; return the sum, negative if the column is empty."""
    height = position[HEIGHT + column]
    notes[column << 6] = -weights[SPACE]
    lowest = NO_CARD
    total = 0
    on = -1
    for index in range(height):
        card = position[column << 6 | index]
        total += _card_adds(rules, weights, card, on, lowest)
        notes[column << 6 | (index + 1)] = total
        lowest = _lowest_with(rules, card, lowest)
        on = card
    notes[LOWEST + column] = lowest
    return total if height else -weights[SPACE]


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
    if (card % 13 - rules[BASE] + 13) % 13 > lowest >> 8 * (card // 13) & 255:
        total += weights[BLOCKING]
    return total


@compiled
def _lowest_with(rules: Numbers, card: int, lowest: int) -> int:
    """Return the lowest card of each suit once there is one more."""
    rel = (card % 13 - rules[BASE] + 13) % 13
    shift = 8 * (card // 13)
    if rel > lowest >> shift & 255:
        return lowest
    return lowest & ~(255 << shift) | rel << shift
