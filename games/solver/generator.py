"""The moves worth trying in a position of any game."""

from __future__ import annotations

from typing import Final

from games.solver.applegate import applegate_moves
from games.solver.compiled import Numbers, compiled
from games.solver.packing import packing_moves
from games.solver.rulebook import APPLEGATE

MOST_MOVES: Final = 512
"""More than any position has: each of 52 cards may head a unit for at most 8 columns."""


@compiled
def legal_moves(rules: Numbers, position: Numbers, moves: Numbers, start: int) -> int:
    """Write the moves from `start` on; returns where they end."""
    if rules[APPLEGATE]:
        return applegate_moves(rules, position, moves, start)
    return packing_moves(rules, position, moves, start)
