"""How far a position seems to be from a win: a guess that only orders the search."""

from __future__ import annotations

from typing import Final

from games.engine import Board
from games.solver.compiled import Numbers, compiled, numbers
from games.solver.position import DOWN, FIRST_FOUNDATION, FIRST_RESERVE, HEIGHT, STOCK
from games.solver.rulebook import APPLEGATE, BASE, COLUMNS, PACKS

WORST: Final = 4095

AWAY: Final = 0
"""The weight of a card that is not home."""
BLOCKING: Final = 1
"""Of a card that lies above a lower one of its suit in its column."""
DIVIDED: Final = 2
"""Of a card that lies on one that it does not pack on."""
DEALT: Final = 3
"""Of a card in the stock."""
HELD: Final = 4
"""Of a card in reserve or hand."""
HIDDEN: Final = 5
"""Of a face-down card."""
SPACE: Final = 6
"""What an empty column is worth."""
STEP: Final = 7
"""What a move costs: the more, the shorter the line and the longer the search."""

WEIGHTS: Final = {
    "agnes-sorel": (4, 6, 4, 3, 0, 2, 0),
    "agnes-bernauer": (9, 8, 9, 2, 3, 7, 0),
    "applegate": (0, 0, 6, 0, 6, 8, 4),
    "beleaguered-castle": (12, 11, 1, 0, 0, 0, 1),
}


def weights_for(board: Board, step: int = 1) -> Numbers:
    """The weights of a board's game, with another one for a move if wished."""
    chosen = WEIGHTS[board.rules.game]
    weights = numbers(len(chosen) + 1)
    for index, weight in enumerate((*chosen, step)):
        weights[index] = weight
    return weights


@compiled
def estimate(rules: Numbers, weights: Numbers, position: Numbers) -> int:
    """A number from 0 to `WORST`, the smaller the better."""
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
    """The estimate of a position right after a move that was no deal, from what was noted."""
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
    """What there is outside the columns, and a number that keeps the sum above 0."""
    total = 200
    for suit in range(4):
        total -= (position[HEIGHT + FIRST_FOUNDATION + suit] - 13) * weights[AWAY]
    total += position[HEIGHT + STOCK] * weights[DEALT]
    for pile in range(FIRST_RESERVE, STOCK):
        total += position[HEIGHT + pile] * weights[HELD]
    return total


@compiled
def _in_column(rules: Numbers, weights: Numbers, position: Numbers, column: int) -> int:
    """What blocks and divides the cards of a column; less than nothing if it is empty."""
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
