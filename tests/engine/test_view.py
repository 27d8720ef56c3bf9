from __future__ import annotations

import json

from hypothesis import given

from games.engine import Board, Card, Deal, Rules, view
from games.engine.diagram import HIDDEN
from games.engine.view import hidden, watched
from tests.engine.strategies import boards


def shown(piles: dict[str, str]) -> list[str]:
    """Return the texts of all cards of a view."""
    return " ".join(piles.values()).split()


def covered(board: Board) -> set[int]:
    """Return the cards that lie face down though the player has seen them."""
    return {card for pile in board.game.covered for card in board.layout.piles[pile] if card >= 0}


@given(boards())
def test_a_view_shows_every_card_but_the_hidden_ones(board: Board) -> None:
    cards = shown(view(board)["piles"])
    assert len(cards) == 52
    seen = {Card.parse(card) for card in cards if card != HIDDEN}
    assert seen == set(range(52)) - hidden(board) - covered(board)
    assert len(seen) == 52 - cards.count(HIDDEN)


@given(boards())
def test_the_frame_of_a_view_names_no_hidden_card(board: Board) -> None:
    text = json.dumps(view(board))
    assert not [card for card in hidden(board) if str(Card(card)) in text]


@given(boards())
def test_a_view_lists_the_legal_moves_in_notation(board: Board) -> None:
    assert sorted(view(board)["moves"]) == sorted(str(move) for move in board.legal_moves)


@given(boards())
def test_safe_moves_are_legal_foundation_moves(board: Board) -> None:
    home = {str(move) for move in board.game.home_moves(board.layout)}
    assert set(view(board)["safe"]) <= home


@given(boards())
def test_a_spectator_sees_neither_moves_nor_secret_cards(board: Board) -> None:
    secret = frozenset({0, 17, 51})
    seen = watched(board, secret)
    assert seen["moves"] == []
    assert {Card.parse(card) for card in shown(seen["piles"]) if card != HIDDEN} == (
        set(range(52)) - hidden(board) - covered(board) - secret
    )


@given(boards())
def test_a_view_has_progress_outcome_and_undo(board: Board) -> None:
    seen = view(board)
    assert (seen["progress"], seen["outcome"]) == (board.progress, board.outcome())
    assert seen["undo"] is board.can_undo


@given(boards())
def test_a_spectator_of_a_board_without_secrets_sees_it_but_cannot_play(board: Board) -> None:
    assert watched(board, frozenset()) == {**view(board), "moves": [], "safe": [], "undo": False}


@given(boards(most_moves=20))
def test_a_view_follows_push_and_pop(board: Board) -> None:
    for move in list(board.legal_moves):
        before = view(board)["piles"]
        board.push(move)
        assert view(board)["piles"] == watched(board, frozenset())["piles"]
        board.pop()
        assert view(board)["piles"] == before


def test_empty_piles_accept_cards_by_the_rules() -> None:
    deal = Deal.from_key(b"1")  # the base card is 9S
    for rules, accepts in {
        "agnes-sorel": {"t": "*", "f": "9"},
        "agnes-sorel/parlett": {"t": "", "f": "9"},
        "agnes-bernauer": {"t": "8", "f": "9"},
        "applegate": {"t": "K", "f": ""},
        "beleaguered-castle": {"t": "*", "f": "A"},
        "klondike": {"t": "K", "f": "A"},
        "klondike/standard+space=any": {"t": "*", "f": "A"},
    }.items():
        assert view(Board(Rules.parse(rules), deal))["accepts"] == accepts


def test_an_open_game_hides_nothing() -> None:
    assert not hidden(Board(Rules.parse("beleaguered-castle"), Deal.from_key(b"1")))
