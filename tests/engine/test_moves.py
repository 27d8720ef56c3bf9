from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import InvalidNotationError, Move
from games.engine.moves import CELL, DEAL, FOUNDATION, PILES


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("t3t5x2", Move(PILES["t3"], PILES["t5"], 2)),
        ("t3f", Move(PILES["t3"], FOUNDATION)),
        ("r2t1", Move(PILES["r2"], PILES["t1"])),
        ("h1f", Move(PILES["h1"], FOUNDATION)),
        ("fht4", Move(PILES["fh"], PILES["t4"])),
        ("t3c", Move(PILES["t3"], CELL)),
        ("c2t5", Move(PILES["c2"], PILES["t5"])),
        ("c2f", Move(PILES["c2"], FOUNDATION)),
        ("t1t2x13", Move(PILES["t1"], PILES["t2"], 13)),
        ("wf", Move(PILES["w"], FOUNDATION)),
        ("wt3", Move(PILES["w"], PILES["t3"])),
        ("deal", DEAL),
    ],
)
def test_a_move_is_its_text(text: str, move: Move) -> None:
    assert Move.parse(text) == move
    assert str(move) == text


@pytest.mark.parametrize(
    "text", ["", "t3", "t9t1", "t3t5x1", "t3t5x0", "t3t5x", "ft1", "st1", "T3T5", "undo", "t3 t5"]
)
def test_a_text_that_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotationError, match="is not a move"):
        Move.parse(text)


@given(st.text(max_size=12))
def test_any_text_is_a_move_that_prints_back_or_is_refused(text: str) -> None:
    try:
        move = Move.parse(text)
    except InvalidNotationError:
        return
    assert str(move) == text
