"""Which of the legal moves to offer first, when a gesture names a card and no place."""

from __future__ import annotations

from functools import partial
from itertools import chain

from games.engine.board import Board
from games.engine.moves import DEAL, FOUNDATION, FOUNDATIONS, Move, Pile


def best_first(board: Board) -> list[Move]:
    """The legal moves, pile by pile, and a deal last.

    Of each pile those to the foundations come first, then those onto cards, the longest build
    first, then those to empty columns. This is the order of convenience for one card, not advice
    on what to play.
    """
    places: dict[Pile, list[Move]] = {}
    for move in board.legal_moves:
        if move.source in places:
            places[move.source].append(move)
        else:
            places[move.source] = [move]
    for moves in places.values():
        if len(moves) > 1:
            moves.sort(key=partial(_rank, board))
    return list(chain.from_iterable(places.values()))


def _rank(board: Board, move: Move) -> tuple[int, int, int]:
    if move.target == FOUNDATION:
        return 0, 0, 0
    if move == DEAL:
        return 4, 0, 0
    unit, ordered = board.game.built(board.layout, move)
    if move.source in FOUNDATIONS:
        return 3, -unit, -ordered
    return (1 if board.layout.piles[move.target] else 2), -unit, -ordered
