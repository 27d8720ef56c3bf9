"""What is particular to FreeCell: how many cards move at once."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from games.engine import Board, IllegalMoveError
from games.engine.cards import NAMES
from games.engine.moves import PILE_NAMES
from tests.engine.naive import game as naive
from tests.engine.naive.position import Position
from tests.engine.positions import at

FULL_CELLS = "c1 2C; c2 2D; c3 2H; c4 2S; t5 3C; t6 3D"


def naively_legal(board: Board) -> set[str]:
    piles: dict[str, Iterable[str]] = {
        PILE_NAMES[pile]: [NAMES[card] for card in board.layout.piles[pile]]
        for pile in board.game.piles
    }
    return naive.legal(Position.of(piles, (), "A"), naive.parse_rules(str(board.rules)))


@pytest.mark.parametrize("space", ["any", "king"])
@pytest.mark.parametrize(
    ("columns", "move", "size", "refusal"),
    [
        ("t1 8D 7S; t2 9C; t3 3H; t4 3S; t8 4C", "t1t2", 1, "no-room"),
        ("t1 8D 7S; t2 9C; t3 3H; t4 3S", "t1t2", 2, None),
        ("t1 9S 8D 7S; t2 TD; t3 3H; t4 3S", "t1t2", 2, "no-room"),
        ("t1 TD 9S 8D 7S; t2 JC; t3 3H", "t1t2", 4, None),
        ("t1 KS QD; t2 9C; t3 3H; t4 3S", "t1t8", 1, "no-room"),
        ("t1 KS QD; t2 9C; t3 3H", "t1t8", 2, None),
    ],
)
def test_an_empty_column_counts_whatever_may_fill_it(
    space: str, columns: str, move: str, size: int, refusal: str | None
) -> None:
    board = at(f"freecell/standard+space={space}", f"base A; {columns}; {FULL_CELLS}")
    whole = f"{move}x{len(board.layout.piles[0])}"
    if refusal is None:
        assert board.find_move(whole).size == size
        assert whole in naively_legal(board)
    else:
        assert size < len(board.layout.piles[0])
        with pytest.raises(IllegalMoveError) as refused:
            board.find_move(whole)
        assert refused.value.reason == refusal
        assert whole not in naively_legal(board)
