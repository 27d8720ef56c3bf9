"""Intentions: the moves they stand for, and how a stored one is known again."""

from __future__ import annotations

import pytest
from hypothesis import given

from games.engine import Board, view
from games.engine.cards import NAMES
from games.racing import RefusedError, intended, may_have_become
from tests.engine.positions import at
from tests.engine.strategies import boards

DOOMED = "base A; t1 3C 2D; t2 2H; fc AC 2C; fd AD; fh AH; fs AS 2S"


def played(board: Board, text: str) -> list[str]:
    """Play what a text stands for, each move on the board after the one before."""
    moves = []
    for action in intended(board, text):
        board.push(board.find_move(action))
        moves.append(action)
    return moves


def refusal(board: Board, text: str) -> tuple[str, str]:
    """Return why nothing does what the text asks for."""
    with pytest.raises(RefusedError) as refused:
        played(board, text)
    return refused.value.code, refused.value.sentence


@given(boards(most_moves=60))
def test_collecting_plays_the_safe_moves_one_after_the_other(board: Board) -> None:
    alone = Board.from_position(board.rules, board.key())
    steps: list[str] = []
    while safe := view(alone)["safe"]:
        steps.append(safe[0])
        alone.push(alone.find_move(safe[0]))
    if not steps:
        assert refusal(board, "collect")[0] == "nothing-safe"
    else:
        assert played(board, "collect") == steps
        assert board.key() == alone.key()


@given(boards(most_moves=60))
def test_a_card_plays_the_first_move_that_its_player_is_offered(board: Board) -> None:
    seen, key = view(board), board.key()
    offered = seen["moves"]
    for pile, text in seen["piles"].items():
        faces = text.split()
        for index, face in enumerate(faces):
            if face == "??":
                continue
            size = len(faces) - index
            # A move's size is written only from two cards on.
            mine = [(int(move.partition("x")[2] or 1), move) for move in offered
                    if move.startswith(pile)]  # fmt: skip
            best = [move for count, move in mine if count == size] or [
                move for count, move in mine if count > size
            ]
            if best:
                assert next(intended(board, face)) == best[0]
            else:
                assert refusal(board, face)[0] == "no-move"
    assert board.key() == key


@given(boards(most_moves=60))
def test_a_hidden_card_is_refused_like_one_without_a_move(board: Board) -> None:
    shown = {face for text in view(board)["piles"].values() for face in text.split()}
    for face in set(NAMES) - shown:
        assert refusal(board, face) == ("no-move", f"The {face} has nowhere to go.")


def test_a_card_that_goes_home_makes_the_next_one_safe() -> None:
    assert played(at("beleaguered-castle", DOOMED), "collect") == ["t1f", "t2f", "t1f"]


def test_a_refusal_says_that_nothing_is_safe() -> None:
    board = at("beleaguered-castle", "base A; t1 3C; t2 2D 9H; fc AC 2C; fd AD; fh AH; fs AS")
    assert refusal(board, "collect") == ("nothing-safe", "No card is safe to send home yet.")


@pytest.mark.parametrize("text", ["t1t2", "deal", "undo", "end", "nonsense"])
def test_anything_else_stands_for_itself(text: str) -> None:
    assert list(intended(at("beleaguered-castle", DOOMED), text)) == [text]


@pytest.mark.parametrize(
    ("text", "stored"),
    [("collect", "t3f"), ("8D", "t3f"), ("8D", "t3t5x2"), ("t3t5", "t3t5"), ("undo", "undo")],
)
def test_a_text_is_known_again_by_what_is_stored(text: str, stored: str) -> None:
    assert may_have_become(text, stored)


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("collect", "t3t5"),
        ("collect", "undo"),
        ("8D", "undo"),
        ("8D", "deal"),
        ("8D", "end"),
        ("8D", "bell"),
        ("t3t5", "t3t5x2"),
    ],
)
def test_other_texts_are_not(text: str, stored: str) -> None:
    assert not may_have_become(text, stored)
