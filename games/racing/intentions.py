"""Intentions: actions that say what a player wants and leave the moves to the server.

A player far away need not wait for a board to name the next move. `collect` sends home every card
that no column will miss; a card, such as `8D`, plays its best move, with the cards on it. Only the
moves are stored, so a record knows no intentions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.engine import Board, Sentence
from games.engine.cards import NUMBERS
from games.engine.preference import best_move
from games.engine.record import ENDINGS
from games.racing.errors import RefusedError

COLLECT: Final = "collect"
NO_MOVE: Final = ("undo", "deal", *ENDINGS)


def intended(board: Board, text: str) -> Iterator[str]:
    """Yield the actions that a text stands for: itself, unless it is an intention.

    Each follows from the board after the one before: play it before asking for the next.

    :raises RefusedError: if no move does what the player wants.
    """
    if text == COLLECT:
        yield from _safe(board)
    elif text in NUMBERS:
        if (best := best_move(board, NUMBERS[text])) is None:
            raise RefusedError("no-move", Sentence("The %(card)s has nowhere to go.", card=text))
        yield str(best)
    else:
        yield text


def may_have_become(text: str, action: str) -> bool:
    """Return whether a stored action is a text sent before, or a move that it may stand for.

    Where two tabs disagree, an intention may count as played though the other tab's move was: the
    board that answers it shows which.
    """
    if text == COLLECT:
        return action.endswith("f")
    if text in NUMBERS:
        return action not in NO_MOVE
    return action == text


def _safe(board: Board) -> Iterator[str]:
    if not (safe := board.safe_moves):
        raise RefusedError("nothing-safe", "No card is safe to send home yet.")
    while safe:
        yield str(safe[0])
        safe = board.safe_moves
