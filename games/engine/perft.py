"""Perft: how many sequences of legal moves of a given length there are, to test the rules."""

from __future__ import annotations

from games.engine.board import Board, Outcome


def perft(board: Board, depth: int) -> int:
    """The number of sequences of exactly `depth` legal moves from this board.

    A won board is the end: no sequence goes on from there, even if its rules would allow moves.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return 0 if board.outcome() is Outcome.WON else len(board.legal_moves)
    return sum(divide(board, depth).values())


def divide(board: Board, depth: int) -> dict[str, int]:
    """The perft below each legal move, by the move's text; the sum is `perft(board, depth)`."""
    counts: dict[str, int] = {}
    if board.outcome() is Outcome.WON:
        return counts
    for move in board.legal_moves:
        board.push(move)
        counts[str(move)] = perft(board, depth - 1)
        board.pop()
    return counts
