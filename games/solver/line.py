"""Lines that win, made shorter and checked by the engine."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import Board, Move, Outcome
from games.solver.moves import decode_move


def replayed(board: Board, codes: Sequence[int]) -> tuple[Move, ...]:
    """The line as the engine's moves, each found legal by it, up to the win.

    :raises AssertionError: if the engine refuses a move or sees no win: a defect of the solver.
    """
    copy = Board.from_position(board.rules, board.key())
    line = tuple(map(decode_move, codes))
    for move in line:
        if move not in copy.legal_moves:
            raise AssertionError(f"the solver plays {move} in {copy.key()}")
        copy.push(move)
    if copy.outcome() is not Outcome.WON:
        raise AssertionError(f"the solver takes this for won: {copy.key()}")
    return line
