"""What is particular to Klondike: the waste, its passes, and what a turn of it reveals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Board, Deal, IllegalMoveError, InvalidNotationError, Outcome, Rules, view
from games.engine.moves import DEAL, STOCK, WASTE
from games.engine.view import hidden
from tests.engine.positions import at
from tests.engine.strategies import boards

DEALT = Deal.from_key(b"1")


def turned(rules: str, times: int) -> Board:
    """Return the board after that many deals."""
    board = Board(Rules.parse(rules), DEALT)
    for _ in range(times):
        board.push(board.find_move("deal"))
    return board


def waste(board: Board) -> str:
    """Return the waste as its player sees it."""
    return view(board)["piles"]["w"]


def test_three_cards_are_turned_and_the_last_lies_on_top() -> None:
    board = turned("klondike", 1)
    assert waste(board) == " ".join(str(card) for card in DEALT.cards[28:31])
    with pytest.raises(IllegalMoveError, match="at a time from w"):
        board.find_move("wt1x2")


def test_the_last_turn_of_a_pass_takes_what_is_left() -> None:
    board = turned("klondike/standard", 7)
    board.layout.piles[WASTE] = board.layout.piles[WASTE][:-1]
    for _ in range(2):
        board.push(DEAL)
    assert len(board.layout.piles[WASTE]) == 0
    for _ in range(8):
        board.push(DEAL)
    assert (len(board.layout.piles[WASTE]), len(board.layout.piles[STOCK])) == (23, 0)


@pytest.mark.parametrize(("rules", "turns"), [("klondike", 8), ("klondike/draw-one", 24)])
def test_only_the_first_pass_reveals_cards_and_can_not_be_taken_back(
    rules: str, turns: int
) -> None:
    board = turned(rules, 0)
    for _ in range(turns):
        board.push(board.find_move("deal"))
        assert not board.can_undo
    order = waste(board)
    for _ in range(2 * (turns + 1)):
        board.push(board.find_move("deal"))
        assert board.can_undo
    assert waste(board) == order
    for _ in range(2 * (turns + 1)):
        board.pop()
    assert waste(board) == order


def test_a_stock_turned_over_lies_face_down_though_no_card_of_it_is_hidden() -> None:
    board = turned("klondike", 9)
    seen = view(board)
    assert (seen["piles"]["w"], seen["piles"]["s"]) == ("", " ".join(["??"] * 24))
    assert hidden(board) & set(DEALT.cards[28:]) == set()
    assert "s ??x24" in str(board)


@pytest.mark.parametrize(("passes", "times"), [("one", 1), ("three", 3)])
def test_passes_are_counted_and_the_last_leaves_only_other_moves(passes: str, times: int) -> None:
    board = turned(f"klondike/standard+passes={passes}", 0)
    for left in range(times - 1, -1, -1):
        for _ in range(8):
            board.push(board.find_move("deal"))
        assert view(board)["redeals"] == left
        if left:
            board.push(board.find_move("deal"))
            board.pop()
            assert view(board)["redeals"] == left
            board.push(board.find_move("deal"))
    with pytest.raises(IllegalMoveError, match="can't be turned over again"):
        board.find_move("deal")
    assert "redeals" not in view(turned("klondike", 9))


def test_a_position_says_how_many_redeals_are_left() -> None:
    board = turned("klondike/vegas", 9)
    assert board.key().startswith("base A; redeals 1; t1 ")
    again = Board.from_position(board.rules, board.key())
    assert view(again)["redeals"] == 1
    text = board.key()
    for fault in ("redeals 0", "redeals 3", "redeals", "redeals x"):
        with pytest.raises(InvalidNotationError):
            Board.from_position(board.rules, text.replace("redeals 1", fault))
    with pytest.raises(InvalidNotationError, match="no redeals under these rules"):
        Board.from_position(Rules.parse("klondike"), text)


def test_nobody_is_stuck_while_the_waste_can_be_turned_over() -> None:
    aces = " ".join(f"{rank}{suit}" for rank in "A234678TJQ5" for suit in "CDHS")
    position = f"base A; t1 {aces}; t2 KC; t3 KD; t4 KH; t5 KS; t6 9C; t7 9D; w 9S 9H"
    board = Board.from_position(Rules.parse("klondike"), position)
    assert [*map(str, board.legal_moves)] == ["deal"]
    assert board.outcome() is None
    vegas = Board.from_position(Rules.parse("klondike/vegas"), position)
    assert vegas.outcome() is Outcome.STUCK


def test_each_card_of_the_stock_is_turned_by_itself() -> None:
    for stock in ("*TS JS *KS", "JS *TS KS", "*JS TS KS"):
        board = at("klondike", f"base A; t1 AC; s {stock}")
        seen = view(board)
        before = board.key()
        board.push(board.find_move("deal"))
        assert waste(board) == " ".join(stock.replace("*", "").split()[::-1])
        assert not board.can_undo
        board.pop()
        assert (board.key(), view(board)) == (before, seen)


def test_a_waste_of_one_colour_goes_home_by_itself_at_the_end() -> None:
    clubs, diamonds, hearts, spades = (
        " ".join(f"{rank}{suit}" for rank in "A23456789TJQK") for suit in "CDHS"
    )
    board = Board.from_position(
        Rules.parse("klondike"),
        f"base A; t1 KD; fc {clubs[:-3]}; fd {diamonds[:-3]}; fh {hearts[:-6]}; fs {spades[:-3]}; "
        "w KS KC KH QH",
    )
    assert [*map(str, board.finish())] == ["t1f", "wf", "wf", "wf", "wf"]


def test_a_card_of_the_waste_is_no_safe_move_where_three_are_drawn() -> None:
    position = "base A; t1 KC; w AD"
    assert view(at("klondike", position))["safe"] == []
    assert view(at("klondike/draw-one", position))["safe"] == ["wf"]


@given(boards(most_moves=120), st.data())
def test_a_move_can_be_taken_back_unless_it_shows_a_card(board: Board, data: st.DataObject) -> None:
    if moves := list(board.legal_moves):
        before = hidden(board)
        board.push(data.draw(st.sampled_from(moves)))
        assert board.can_undo == (hidden(board) == before)
