"""Perft: counts of legal move sequences of a given length, to test the rules."""

from __future__ import annotations

from games.engine.board import Board, Outcome


def perft(board: Board, depth: int) -> int:
    """Count the sequences of exactly `depth` legal moves from this board.

    A won board ends a sequence, even where its rules would allow more moves.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return 0 if board.outcome() is Outcome.WON else len(board.legal_moves)
    return sum(divide(board, depth).values())


def divide(board: Board, depth: int) -> dict[str, int]:
    """Return the perft below each legal move, by the move's text; they add up to `perft`."""
    counts: dict[str, int] = {}
    if board.outcome() is Outcome.WON:
        return counts
    for move in board.legal_moves:
        board.push(move)
        counts[str(move)] = perft(board, depth - 1)
        board.pop()
    return counts
