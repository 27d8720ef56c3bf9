"""The plainest search there is, on the engine itself: every legal move, positions by their text."""

from __future__ import annotations

from games.engine import Board, Outcome


def is_winnable(board: Board, most: int) -> bool | None:
    """Tell whether any sequence of moves wins; None if there are more than `most` positions."""
    seen = {board.key()}
    waiting = [board.key()]
    while waiting:
        here = Board.from_position(board.rules, waiting.pop())
        if here.outcome() is Outcome.WON:
            return True
        for move in reversed(list(here.legal_moves)):
            here.push(move)
            if here.key() not in seen:
                seen.add(here.key())
                waiting.append(here.key())
            here.pop()
        if len(seen) > most:
            return None
    return False
