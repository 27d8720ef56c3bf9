from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    Board,
    Card,
    Deal,
    IllegalMoveError,
    InvalidNotationError,
    Move,
    Outcome,
    Reason,
    Rules,
)
from games.engine.moves import DEAL, FOUNDATION, FOUNDATIONS, STOCK, WASTE
from tests.engine.strategies import boards

SOURCES = (*range(STOCK), WASTE)
EVERY_MOVE = [
    *(Move(s, t, n) for s, t, n in itertools.product(SOURCES, (*SOURCES, STOCK), range(1, 9))),
    *(Move(source, FOUNDATION, n) for source in SOURCES for n in (1, 2)),
    DEAL,
]


def play(rules: str, deal: str | bytes, *moves: str) -> Board:
    """Return the board after these moves."""
    cards = Deal.from_key(deal) if isinstance(deal, bytes) else Deal.parse(deal)
    board = Board(Rules.parse(rules), cards)
    for move in moves:
        board.push(board.find_move(move))
    return board


@given(boards())
def test_each_of_the_52_cards_is_on_the_board_once(board: Board) -> None:
    cards = [max(card, ~card) for pile in board.game.piles for card in board.layout.piles[pile]]
    assert sorted(cards) == list(range(52))


@pytest.mark.slow
@given(boards(most_moves=40))
def test_every_legal_move_is_found_and_every_other_one_refused(board: Board) -> None:
    legal = set(board.legal_moves)
    assert len(legal) == len(board.legal_moves)
    for move in legal:
        assert move in board.legal_moves
        assert board.find_move(str(move)) == move
    for move in EVERY_MOVE:
        if move not in legal and board.layout.piles[move.source]:
            refused(board, move)


def refused(board: Board, move: Move) -> None:
    """Check that a move is refused, unless it names the foundation it may go to."""
    if move.target in FOUNDATIONS and (usual := move._replace(target=FOUNDATION)) in set(
        board.legal_moves
    ):
        named = board.layout.piles[move.source][-1] // 13 == FOUNDATIONS.index(move.target)
        if named:
            assert board.find_move(str(move)) == usual
            return
    with pytest.raises(IllegalMoveError) as caught:
        board.find_move(str(move))
    assert caught.value.sentence.endswith(".")
    assert caught.value.move == str(move)
    assert caught.value.position == board.key()


@given(boards())
def test_pop_undoes_push(board: Board) -> None:
    before = board.key(), board.progress, board.can_undo, board.outcome()
    for move in board.legal_moves:
        board.push(move)
        assert board.moves[-1] == move
        assert board.pop() == move
        assert (board.key(), board.progress, board.can_undo, board.outcome()) == before


@given(boards())
def test_taking_all_moves_back_restores_the_deal(board: Board) -> None:
    moves = board.moves
    for move in reversed(moves):
        assert board.pop() == move
    first = board.key()
    for move in moves:
        board.push(board.find_move(str(move)))
    for _ in moves:
        board.pop()
    assert board.key() == first
    with pytest.raises(IndexError):
        board.pop()


@given(boards())
def test_a_position_is_its_key(board: Board) -> None:
    again = Board.from_position(board.rules, board.key())
    assert again.key() == board.key()
    assert list(again.legal_moves) == list(board.legal_moves)
    assert (again.progress, again.outcome()) == (board.progress, board.outcome())


@given(boards(), st.text(max_size=8))
def test_any_text_is_a_legal_move_or_refused(board: Board, text: str) -> None:
    try:
        move = board.find_move(text)
    except (IllegalMoveError, InvalidNotationError):
        return
    assert move in set(board.legal_moves)


@given(boards())
def test_stuck_is_the_absence_of_moves(board: Board) -> None:
    outcome = board.outcome()
    assert (outcome is Outcome.STUCK) == (
        outcome is not Outcome.WON and not list(board.legal_moves)
    )


def test_equal_boards_have_the_same_rules_position_and_history() -> None:
    one = play("beleaguered-castle", b"1", "t1f")
    assert one == play("beleaguered-castle", b"1", "t1f")
    assert one != play("beleaguered-castle", b"1")
    assert one != play("beleaguered-castle/casual", b"1", "t1f")
    assert one != Board.from_position(one.rules, one.key())


def test_a_text_is_not_a_legal_move() -> None:
    board = play("beleaguered-castle", b"1")
    assert board.find_move("t1f") in board.legal_moves
    assert "t1f" not in board.legal_moves


def test_a_foundation_may_be_named() -> None:
    board = play("beleaguered-castle", b"1")
    assert board.find_move("t1fc") == board.find_move("t1f")
    with pytest.raises(IllegalMoveError) as caught:
        board.find_move("t1fh")
    assert caught.value.reason is Reason.FOUNDATION


def test_a_move_that_reveals_nothing_can_be_undone() -> None:
    board = play("agnes-sorel", b"1")
    assert not board.can_undo
    board.push(board.find_move("t7t2"))
    assert board.can_undo
    board.push(board.find_move("deal"))
    assert not board.can_undo


def test_the_last_two_stock_cards_are_known_before_they_are_dealt() -> None:
    board = play("agnes-sorel/dalton", b"1", "deal", "deal", "deal")
    assert not board.can_undo
    board.push(board.find_move("deal"))
    assert board.can_undo


@pytest.mark.parametrize("place", [50, 51])
def test_an_ace_of_clubs_at_the_end_of_the_stock_is_shown_too(place: int) -> None:
    cards = list(Deal.from_key(b"1").cards)
    ace = cards.index(Card.parse("AC"))
    cards[ace], cards[place] = cards[place], cards[ace]
    board = play("agnes-sorel/dalton", str(Deal(tuple(cards))), "deal", "deal", "deal")
    assert "*" not in board.key()
    board.push(board.find_move("deal"))
    assert "*" not in board.key()


def test_the_last_two_stock_cards_go_to_the_hand() -> None:
    board = play("agnes-sorel", b"1", "deal", "deal", "deal")
    assert "h1 3H; h2 JS" in board.key()
    assert DEAL not in board.legal_moves


def test_a_board_is_finished_by_foundation_moves_alone() -> None:
    rules = Rules.parse("beleaguered-castle")
    board = Board.from_position(
        rules,
        "base A; t1 KC; t2 KD QD; t3 KH QH; t4 KS; "
        f"fc {suit('C', 'A23456789TJQ')}; fd {suit('D', 'A23456789TJ')}; "
        f"fh {suit('H', 'A23456789TJ')}; fs {suit('S', 'A23456789TJQ')}",
    )
    moves = board.finish()
    assert len(moves) == 6
    assert board.moves == ()
    for move in moves:
        board.push(board.find_move(str(move)))
    assert board.outcome() is Outcome.WON
    assert board.progress == 52


def test_a_board_that_needs_another_move_is_not_finished() -> None:
    rules = Rules.parse("beleaguered-castle")
    board = Board.from_position(
        rules,
        "base A; t1 QC KC; t2 KD; "
        f"fc {suit('C', 'A23456789TJ')}; fd {suit('D', 'A23456789TJQ')}; "
        f"fh {suit('H', 'A23456789TJQK')}; fs {suit('S', 'A23456789TJQK')}",
    )
    before = board.key()
    assert board.finish() == ()
    assert board.key() == before


def suit(letter: str, ranks: str) -> str:
    """Return cards of a suit by their ranks."""
    return " ".join(rank + letter for rank in ranks)


def test_applegate_removes_a_suit_from_the_middle_of_a_column() -> None:
    clubs, diamonds = suit("C", "KQJT98765432"), suit("D", "KQJT98765432A")
    board = Board.from_position(
        Rules.parse("applegate"),
        f"base A; t1 *AS {clubs}; t2 AC 9H 4H; t3 {suit('H', 'KQJT')}; t4 8H 7H 6H 5H; "
        f"t5 3H 2H AH; fd {diamonds}; t6 {suit('S', 'KQJT98765432')}",
    )
    board.push(board.find_move("t2t1x3"))
    assert board.key().startswith("base A; t1 *AS 9H 4H;")
    assert f"fc {suit('C', 'KQJT98765432A')}" in board.key()
    board.pop()
    assert board.key().startswith(f"base A; t1 *AS {clubs};")


def test_a_position_with_a_card_missing_is_refused() -> None:
    board = play("beleaguered-castle", b"1")
    with pytest.raises(InvalidNotationError, match="expected 52 cards, not 51"):
        Board.from_position(board.rules, board.key().replace("TC 2S", "TC"))


def test_the_repr_of_a_value_evaluates_to_it() -> None:
    board = play("agnes-sorel", b"1", "t7t2")
    assert repr(board) == f"<Board agnes-sorel/standard after 1 moves: {board.key()}>"
    moves = [str(move) for move in board.legal_moves]
    assert len(moves) > 1
    assert repr(board.legal_moves) == f"<LegalMoves {' '.join(moves)}>"
    for value in (board.rules, Deal.from_key(b"53"), Move.parse("t3t5x2"), Card.parse("QH")):
        assert eval(repr(value)) == value  # noqa: S307
