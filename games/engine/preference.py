"""The order in which to offer legal moves when a gesture names a card but no target."""

from __future__ import annotations

from functools import partial
from itertools import chain

from games.engine.board import Board
from games.engine.moves import CELL, DEAL, FOUNDATION, FOUNDATIONS, STOCK, Move, Pile


def best_first(board: Board) -> list[Move]:
    """Return the legal moves, pile by pile, with a deal last.

    From each pile, moves to the foundations come first, then moves onto cards, the longest build
    first, then to a cell, then to empty columns. The order is convenient for one card; it is not
    advice on what to play.
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


def best_move(board: Board, card: int) -> Move | None:
    """Return the move that one gesture on a card stands for, None if it has nowhere to go.

    It takes the cards on it along; if they only move with cards below, those too. A card that the
    player can't see has nowhere to go.
    """
    for source in board.game.piles:
        cards = board.layout.piles[source]
        if card in cards:
            size = len(cards) - cards.index(card)
            moves = [each for each in best_first(board) if each.source == source != STOCK]
            fitting = [each for each in moves if each.size == size]
            return next(iter(fitting or [each for each in moves if each.size > size]), None)
    return None


def _rank(board: Board, move: Move) -> tuple[int, int, int]:
    if move.target == FOUNDATION:
        return 0, 0, 0
    if move.target == CELL:
        return 2, 0, 0
    if move == DEAL:
        return 5, 0, 0
    unit, ordered = board.game.built(board.layout, move)
    if move.source in FOUNDATIONS:
        return 4, -unit, -ordered
    return (1 if board.layout.piles[move.target] else 3), -unit, -ordered
