"""A position as one flat array: cards of each pile, heights, hidden cards, floors, key.

Pile p holds its cards from the lowest up at `p << 6`; foundations have a height only, since their
cards follow from it. Cells lie where other games have a reserve. The floor of a pile is the place
on which its lowest card lies: piles with the same floor are interchangeable (see `set_floors`).
"""

from __future__ import annotations

from typing import Final

from games.engine import Board, moves
from games.engine.moves import FOUNDATIONS, TABLEAU
from games.solver.compiled import Numbers, compiled, numbers
from games.solver.rulebook import CELLS, DEALS, ON_COLUMNS, SYMMETRY

PILES: Final = 22
HEIGHT: Final = PILES << 6
DOWN: Final = HEIGHT + PILES
"""The number of face-down cards at the bottom of each column."""
FLOOR: Final = DOWN + PILES
KEY: Final = FLOOR + PILES
"""Two numbers that identify the position, see `keys`."""
SIZE: Final = KEY + 2

FIRST_FOUNDATION: Final = 8
FIRST_RESERVE: Final = 12
FIRST_HAND: Final = 19
STOCK: Final = 21
HOME: Final = 22
"""The target of a move to a foundation. Compiled code is kept: none may depend on the engine."""
FLOORS: Final = 52
"""Places 0 to 51 are cards; the floor of pile p is place 52 + p, or that of a like pile."""


def encode(board: Board, rules: Numbers) -> Numbers:
    """Return the position of a board, its key not yet set."""
    position = numbers(SIZE)
    piles = board.layout.piles[:PILES]
    if rules[CELLS]:
        for offset, cell in enumerate(moves.CELLS):
            piles[FIRST_RESERVE + offset] = board.layout.piles[cell]
    for pile, cards in enumerate(piles):
        if not cards:
            continue
        position[HEIGHT + pile] = len(cards)
        if pile in FOUNDATIONS:
            continue
        for index, card in enumerate(cards, pile << 6):
            position[index] = card if card >= 0 else ~card
        if pile in TABLEAU and cards[0] < 0:
            position[DOWN + pile] = sum(card < 0 for card in cards)
    set_floors(rules, position)
    return position


@compiled
def set_floors(rules: Numbers, position: Numbers) -> None:
    """Give columns that no rule can tell apart the same floor.

    Only a deal from the stock tells columns apart: a stock of n cards falls on the first n of
    them. So swapping two columns beyond those maps legal moves to legal moves and wins to wins;
    without such a stock, so does swapping any two. Cells are alike too.
    """
    distinct = 8
    if rules[SYMMETRY]:
        distinct = position[HEIGHT + STOCK] if rules[DEALS] == ON_COLUMNS else 0
    for pile in range(PILES):
        floor = min(pile, distinct) if pile < 8 else pile
        if rules[CELLS] and rules[SYMMETRY] and pile > FIRST_RESERVE:
            floor = FIRST_RESERVE
        position[FLOOR + pile] = FLOORS + floor
