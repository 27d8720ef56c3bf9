"""How far a position seems to be from a win: a guess that only orders the search."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.solver.compiled import Numbers, compiled, numbers
from games.solver.position import DOWN, FIRST_FOUNDATION, FIRST_RESERVE, HEIGHT, STOCK
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


def encode_weights(weights: Weights, step: int = 1) -> Numbers:
    """Return the weights as one flat array, with the cost of a move behind them."""
    encoded = numbers(STEP + 1)
    for index, weight in enumerate((*weights, step)):
        encoded[index] = weight
    return encoded


@compiled
def estimate(rules: Numbers, weights: Numbers, position: Numbers) -> int:
    """Return a number from 0 to `WORST`; smaller is better."""
    total = _elsewhere(weights, position)
    for column in range(rules[COLUMNS]):
        total += _in_column(rules, weights, position, column)
    return max(0, min(WORST, total))


@compiled
def note_columns(rules: Numbers, weights: Numbers, position: Numbers, parts: Numbers) -> None:
    """Write what each column adds to the estimate, for `estimate_after`."""
    for column in range(rules[COLUMNS]):
        parts[column] = _in_column(rules, weights, position, column)


@compiled
def estimate_after(
    rules: Numbers, weights: Numbers, position: Numbers, parts: Numbers, move: int
) -> int:
    """Return the estimate right after a move other than a deal, from the noted columns."""
    source = move & 31
    target = move >> 5 & 31
    total = _elsewhere(weights, position)
    for column in range(rules[COLUMNS]):
        if column in (source, target):
            total += _in_column(rules, weights, position, column)
        else:
            total += parts[column]
    return max(0, min(WORST, total))


@compiled
def _elsewhere(weights: Numbers, position: Numbers) -> int:
    """Return the part of the estimate outside the columns, raised to keep the sum above 0."""
    total = 200
    for suit in range(4):
        total -= (position[HEIGHT + FIRST_FOUNDATION + suit] - 13) * weights[AWAY]
    total += position[HEIGHT + STOCK] * weights[DEALT]
    for pile in range(FIRST_RESERVE, STOCK):
        total += position[HEIGHT + pile] * weights[HELD]
    return total


@compiled
def _in_column(rules: Numbers, weights: Numbers, position: Numbers, column: int) -> int:
    """Return the part of the estimate in a column; negative if the column is empty."""
    height = position[HEIGHT + column]
    if height == 0:
        return -weights[SPACE]
    total = position[DOWN + column] * weights[HIDDEN]
    lowest = 13 | 13 << 8 | 13 << 16 | 13 << 24
    for index in range(height):
        card = position[column << 6 | index]
        suit = card // 13
        rel = (card % 13 - rules[BASE] + 13) % 13
        if rel > lowest >> 8 * suit & 255:
            total += weights[BLOCKING]
        else:
            lowest = lowest & ~(255 << 8 * suit) | rel << 8 * suit
        if index:
            on = position[column << 6 | (index - 1)]
            if rules[APPLEGATE]:
                divided = card != on - 1 or on % 13 == 0
            else:
                divided = not rules[PACKS + card] >> on & 1
            if divided:
                total += weights[DIVIDED]
        elif rules[APPLEGATE] and card % 13 != 12:
            total += weights[DIVIDED]
    return total
