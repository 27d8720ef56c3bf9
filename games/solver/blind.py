"""Blind keys: positions that differ in suits only count as one.

Such a search visits far fewer positions and still meets most wins. It may pass over positions that
are not the same, so it proves no loss.
"""

from __future__ import annotations

from typing import Final

from games.engine import Board
from games.solver.compiled import Numbers, compiled, numbers
from games.solver.position import DOWN, FIRST_FOUNDATION, FIRST_RESERVE, FLOOR, HEIGHT, PILES

MASK: Final = (1 << 62) - 1
FACTOR: Final = 0x1F3D_5B79_97B5_D3F1
HIDDEN: Final = 64

LIKE_SUITS: Final = {
    "agnes-sorel": (0, 1, 1, 0),
    "agnes-bernauer": (0, 1, 1, 0),
    "applegate": (0, 1, 2, 3),
    "beleaguered-castle": (0, 0, 0, 0),
}
"""For each game which suits count as the same: those of a colour, none or all."""


def kinds_of_cards(board: Board) -> Numbers:
    """A number from 1 for each card, the same for cards that count as the same."""
    kinds = numbers(52)
    for card in range(52):
        kinds[card] = 1 + LIKE_SUITS[board.rules.game][card // 13] * 13 + card % 13
    return kinds


@compiled
def blind_key(kinds: Numbers, position: Numbers) -> int:
    """One number for the kinds of cards in each pile; piles with the same floor may be swapped."""
    key = 0
    for pile in range(PILES):
        if FIRST_FOUNDATION <= pile < FIRST_RESERVE:
            continue
        sequence = position[FLOOR + pile]
        for index in range(position[HEIGHT + pile]):
            kind = kinds[position[pile << 6 | index]]
            if index < position[DOWN + pile]:
                kind += HIDDEN
            sequence = (sequence * FACTOR + kind) & MASK
        sequence ^= sequence >> 29
        sequence = sequence * FACTOR & MASK
        key += sequence ^ sequence >> 31
        key &= MASK
    return key
