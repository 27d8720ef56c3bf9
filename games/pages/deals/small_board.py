"""Small boards: still pictures of a deal, as text that frontend/src/table/small-board.js draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Final

from games import engine
from games.engine import Board, Rules, view
from games.engine.diagram import HIDDEN

ANY_KEY: Final = b"same deal"
"""The key of a deal of which only the shape is shown."""


@dataclass(frozen=True)
class SmallBoard:
    """A game's table."""

    game: str
    piles: str
    """Each pile's name and its cards, bottom first: "t1 *3 QH,t2 JD,fc", *3 for three face down.

    Neighbours with the same cards are told together: "t1-7 *7".
    """


def small_board(rules: str, deal: engine.Deal) -> SmallBoard:
    """Return the board of a deal that the visitor may know."""
    return pictured(Board(Rules.parse(rules), deal))


def pictured(board: Board) -> SmallBoard:
    """Return a position that the visitor may know, as its player sees it."""
    return SmallBoard(board.game.name, _text(view(board)["piles"]))


@cache
def covered_board(rules: str) -> SmallBoard:
    """Return a board with every card face down; it says nothing about any deal."""
    board = Board(Rules.parse(rules), engine.Deal.from_key(ANY_KEY))
    piles = view(board)["piles"]
    covered = {name: " ".join(HIDDEN for _card in cards.split()) for name, cards in piles.items()}
    return SmallBoard(board.game.name, _text(covered))


def _text(piles: Mapping[str, str]) -> str:
    parts: list[str] = []
    for (kind, cards), same in groupby(piles.items(), lambda pile: (_kind(pile[0]), pile[1])):
        names = [name for name, _cards in same]
        together = f"{names[0]}-{names[-1].removeprefix(kind)}" if len(names) > 1 else names[0]
        parts.append(" ".join([together, *_counted(cards)]))
    return ",".join(parts)


def _kind(name: str) -> str:
    """Return the letter of a numbered pile; the name of any other."""
    return name[0] if name[-1].isdigit() else name


def _counted(cards: str) -> Iterator[str]:
    for card, run in groupby(cards.split()):
        number = len(list(run))
        yield card if number == 1 else f"{card.replace(HIDDEN, '')}*{number}"
