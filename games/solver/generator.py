"""The moves worth trying in a position of any game."""

from __future__ import annotations

from typing import Final

from games.solver.applegate import applegate_moves
from games.solver.compiled import Numbers, compiled
from games.solver.deadlock import is_dead
from games.solver.packing import DEAL, packing_moves
from games.solver.rulebook import APPLEGATE

MOST_MOVES: Final = 512
"""More than any position has: each of 52 cards heads a unit for at most 8 columns."""


@compiled
def legal_moves(rules: Numbers, position: Numbers, moves: Numbers, start: int) -> int:
    """Write the moves from `start` on; return where they end."""
    if rules[APPLEGATE]:
        return applegate_moves(rules, position, moves, start)
    return packing_moves(rules, position, moves, start)


@compiled
def moves_after(rules: Numbers, position: Numbers, moves: Numbers, start: int, move: int) -> int:
    """Write the moves like `legal_moves`, but none after a deal that left a dead position."""
    if move == DEAL and is_dead(rules, position):
        return start
    return legal_moves(rules, position, moves, start)
