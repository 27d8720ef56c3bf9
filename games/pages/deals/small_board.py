"""Small boards: still pictures of a deal, as text that frontend/src/table/small-board.js draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from games import engine
from games.engine import Board, Rules, view
from games.engine.view import HIDDEN

ANY_KEY: Final = b"same deal"
"""The key of a deal of which only the shape is shown."""


@dataclass(frozen=True)
class SmallBoard:
    """A game's table."""

    game: str
    piles: str
    """Each pile's name and its cards, bottom first: "t1 QH ??,t2 JD,fc"."""


def small_board(rules: str, deal: engine.Deal) -> SmallBoard:
    """Return the board of a deal that the visitor may know."""
    return pictured(Board(Rules.parse(rules), deal))


def pictured(board: Board) -> SmallBoard:
    """Return a position that the visitor may know, as its player sees it."""
    return SmallBoard(board.game.name, _text(view(board)["piles"]))


@cache
def covered_board(rules: str) -> SmallBoard:
    """Return a board with every card face down; it says nothing about any deal."""
    board = small_board(rules, engine.Deal.from_key(ANY_KEY))
    piles = (pile.split(" ") for pile in board.piles.split(","))
    covered = {name: " ".join(HIDDEN for _card in cards) for name, *cards in piles}
    return SmallBoard(board.game, _text(covered))


def _text(piles: Mapping[str, str]) -> str:
    return ",".join(f"{name} {cards}".rstrip() for name, cards in piles.items())
