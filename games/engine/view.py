"""What a player may see of a board: the only door through which a position leaves the server."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final, TypedDict

from games.engine.board import Board
from games.engine.cards import NAMES
from games.engine.moves import PILE_NAMES
from games.engine.preference import best_first

HIDDEN: Final = "??"

_MASKED: Final = NAMES + (HIDDEN,) * len(NAMES)
"""What is shown of a card: a hidden one is stored as `~card`, which counts from the end."""


class Accepts(TypedDict):
    """What empty piles take: a rank letter, `*` for any card, or nothing."""

    t: str
    f: str


class View(TypedDict):
    """A masked board, ready for JSON; card and move texts are those of the notation."""

    piles: dict[str, str]
    """Each pile's cards from the lowest up, separated by spaces; 52 in all."""
    moves: list[str]
    """Every legal move, for each card the most likely place first."""
    safe: list[str]
    """The foundation moves that take nothing away which the columns could still need."""
    accepts: Accepts
    progress: int
    undo: bool
    outcome: str | None


def view(board: Board) -> View:
    """The board as its player sees it, with the legal moves."""
    column, foundation = board.game.accepts(board.layout)
    return View(
        piles=_own_piles(board),
        moves=[str(move) for move in best_first(board)],
        safe=[str(move) for move in board.game.safe_moves(board.layout, board.home_moves)],
        accepts=Accepts(t=column, f=foundation),
        progress=board.progress,
        undo=board.can_undo,
        outcome=board.outcome(),
    )


def watched(board: Board, unseen: AbstractSet[int]) -> View:
    """The board as others see it: without moves, and without the cards in `unseen`.

    In a race everybody has the same deal, so what one run has turned up is still a secret to
    another: `unseen` are the cards that are hidden on any board which is still being played.
    """
    column, foundation = board.game.accepts(board.layout)
    return View(
        piles=_piles(board, unseen),
        moves=[],
        safe=[],
        accepts=Accepts(t=column, f=foundation),
        progress=board.progress,
        undo=False,
        outcome=board.outcome(),
    )


def hidden(board: Board) -> frozenset[int]:
    """The cards that the player of this board does not see."""
    return frozenset(~card for pile in board.layout.piles for card in pile if card < 0)


def _own_piles(board: Board) -> dict[str, str]:
    """All piles, of which only those are written anew that have changed since the last time."""
    if not board.faces:
        board.faces = _piles(board)
    for pile in board.touched:
        # A game may name a pile of its own that it does not use.
        if (name := PILE_NAMES[pile]) in board.faces:
            board.faces[name] = " ".join(map(_MASKED.__getitem__, board.layout.piles[pile]))
    board.touched.clear()
    return dict(board.faces)


def _piles(board: Board, unseen: AbstractSet[int] = frozenset()) -> dict[str, str]:
    faces = _MASKED
    if unseen:
        faces = tuple(HIDDEN if card in unseen else name for card, name in enumerate(NAMES)) + (
            HIDDEN,
        ) * len(NAMES)
    face = faces.__getitem__
    piles = board.layout.piles
    return {PILE_NAMES[pile]: " ".join(map(face, piles[pile])) for pile in board.game.piles}
