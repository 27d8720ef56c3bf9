"""A position as one flat array: cards of each pile, heights, hidden cards, floors, key.

Pile p holds its cards from the lowest up at `p << 6`; foundations have a height only, since their
cards follow from it. Cells lie where other games have a reserve. The floor of a pile is the place
on which its lowest card lies: piles with the same floor are interchangeable (see `set_floors`).
"""

from __future__ import annotations

from typing import Final

from games.engine import Board, moves
from games.solver.compiled import Numbers, compiled, numbers, octets_of
from games.solver.rulebook import CELLS, DEALS, ON_COLUMNS, SYMMETRY

PILES: Final = 22
HEIGHT: Final = PILES << 6
DOWN: Final = HEIGHT + PILES
"""The number of face-down cards at the bottom of each column."""
FLOOR: Final = DOWN + PILES
KEY: Final = FLOOR + PILES
"""Two numbers that identify the position, see `keys`."""
SIZE: Final = KEY + 2
PACKED: Final = 52 + PILES + 8
"""Bytes of a packed position: heights, hidden cards of the columns, cards pile by pile."""

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
    unpack(position, octets_of(_packed(board, rules)), 0)
    set_floors(rules, position)
    return position


def _packed(board: Board, rules: Numbers) -> bytearray:
    """Return a board as `pack` writes its position."""
    piles = board.layout.piles[:PILES]
    if rules[CELLS]:
        cells = board.layout.piles[moves.CELLS.start : moves.CELLS.stop]
        piles[FIRST_RESERVE : FIRST_RESERVE + len(cells)] = cells
    packed = bytearray(map(len, piles))
    columns = piles[:FIRST_FOUNDATION]
    packed += bytes(
        [sum([card < 0 for card in cards]) if cards and cards[0] < 0 else 0 for cards in columns]
    )
    others = piles[FIRST_RESERVE:]
    packed += bytes([card if card >= 0 else ~card for cards in columns + others for card in cards])
    return packed


@compiled
def pack(position: Numbers, packed: Numbers, at: int) -> None:
    """Pack a position into the bytes from `at` on."""
    for pile in range(PILES):
        packed[at] = position[HEIGHT + pile]
        at += 1
    for column in range(8):
        packed[at] = position[DOWN + column]
        at += 1
    for pile in range(PILES):
        if not 8 <= pile < 12:
            for index in range(position[HEIGHT + pile]):
                packed[at] = position[pile << 6 | index]
                at += 1


@compiled
def unpack(position: Numbers, packed: Numbers, at: int) -> int:
    """Unpack the bytes from `at` on; return which piles they change, as bits."""
    heights = at
    at += PILES
    for column in range(8):
        position[DOWN + column] = packed[at]
        at += 1
    changed = 0
    for pile in range(PILES):
        if position[HEIGHT + pile] != packed[heights + pile]:
            position[HEIGHT + pile] = packed[heights + pile]
            changed |= 1 << pile
        if not 8 <= pile < 12:
            for index in range(position[HEIGHT + pile]):
                if position[pile << 6 | index] != packed[at]:
                    position[pile << 6 | index] = packed[at]
                    changed |= 1 << pile
                at += 1
    return changed


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
