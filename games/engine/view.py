"""What players may see of a board: the only way a position leaves the server."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import NotRequired, TypedDict

from games.engine.board import Board, Outcome
from games.engine.cards import NAMES
from games.engine.diagram import HIDDEN
from games.engine.moves import PILE_NAMES, REDEALS, Pile
from games.engine.preference import best_first

_MASKED = NAMES + (HIDDEN,) * len(NAMES)
"""The text shown for each card: a hidden one is stored as `~card`, which indexes from the end."""


class Accepts(TypedDict):
    """What empty piles take: a rank letter such as `K`, `*` for any card, or empty for none."""

    t: str
    """What an empty column takes."""
    f: str
    """What an empty foundation takes."""


class View(TypedDict):
    """A board with its hidden cards masked, ready for JSON."""

    piles: dict[str, str]
    """Every pile of the game by name: its cards from the bottom up, separated by spaces; empty for
    an empty pile. All piles together hold the 52 cards.
    """
    moves: list[str]
    """Every legal move, each card's likeliest first. Empty on the boards of others."""
    safe: list[str]
    """The foundation moves that no column will miss: safe to play unasked. Empty on the boards of
    others.
    """
    accepts: Accepts
    """What empty piles take."""
    progress: int
    """How far the board is, 0 to 52: cards home or in order, as the game counts."""
    undo: bool
    """Whether you may undo; `false` on the boards of others."""
    outcome: Outcome | None
    """How the board has ended; `null` while it goes on."""
    redeals: NotRequired[int]
    """How often the waste may still be turned over as the new stock; absent without a limit."""


def view(board: Board) -> View:
    """Return the board as its player sees it, with the legal moves."""
    column, foundation = board.game.accepts(board.layout)
    seen = View(
        piles=_own_piles(board),
        moves=[str(move) for move in best_first(board)],
        safe=[str(move) for move in board.safe_moves],
        accepts=Accepts(t=column, f=foundation),
        progress=board.progress,
        undo=board.can_undo,
        outcome=board.outcome(),
    )
    return _with_redeals(seen, board)


def watched(board: Board, unseen: AbstractSet[int]) -> View:
    """Return the board as others see it: without moves, and without the cards in `unseen`.

    All players of a race have the same deal, so a card that one has turned up is still secret to
    another: `unseen` are the cards hidden on any board that is still in play.
    """
    column, foundation = board.game.accepts(board.layout)
    seen = View(
        piles=_piles(board, unseen),
        moves=[],
        safe=[],
        accepts=Accepts(t=column, f=foundation),
        progress=board.progress,
        undo=False,
        outcome=board.outcome(),
    )
    return _with_redeals(seen, board)


def _with_redeals(seen: View, board: Board) -> View:
    if board.game.redeals is not None:
        seen["redeals"] = len(board.layout.piles[REDEALS])
    return seen


def hidden(board: Board) -> frozenset[int]:
    """Return the cards that the player of this board can't see."""
    return frozenset(~card for pile in board.layout.piles for card in pile if card < 0)


def _own_piles(board: Board) -> dict[str, str]:
    """Return all piles as their player sees them, formatting only those that changed since."""
    if not board.faces:
        board.faces = _piles(board)
    for pile in board.touched:
        # A move may touch a pile that the game doesn't use, such as an empty hand.
        if (name := PILE_NAMES[pile]) in board.faces:
            board.faces[name] = _faces(board, pile, _MASKED)
    board.touched.clear()
    return dict(board.faces)


def _piles(board: Board, unseen: AbstractSet[int] = frozenset()) -> dict[str, str]:
    faces = _MASKED
    if unseen:
        faces = tuple(HIDDEN if card in unseen else name for card, name in enumerate(NAMES)) + (
            HIDDEN,
        ) * len(NAMES)
    return {PILE_NAMES[pile]: _faces(board, pile, faces) for pile in board.game.piles}


def _faces(board: Board, pile: Pile, faces: tuple[str, ...]) -> str:
    cards = board.layout.piles[pile]
    if pile in board.game.covered:
        return " ".join([HIDDEN] * len(cards))
    return " ".join(map(faces.__getitem__, cards))
