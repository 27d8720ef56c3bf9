"""The order in which targets are offered for a card, and which foundation moves are safe."""

from __future__ import annotations

from hypothesis import given

from games.engine import Board, view
from games.engine.moves import FOUNDATIONS, WASTE
from games.engine.packing import PackingGame
from tests.engine.positions import at
from tests.engine.strategies import boards


def offered(board: Board, source: str) -> list[str]:
    """Return the moves from a pile in the order a player gets them."""
    return [move for move in view(board)["moves"] if move.startswith(source)]


def test_foundations_come_before_columns_and_columns_before_empty_ones() -> None:
    board = at("beleaguered-castle", "base A; t1 2C; t2 3H; fc AC")
    assert offered(board, "t1") == ["t1f", "t1t2", "t1t3", "t1t4", "t1t5", "t1t6", "t1t8"]


def test_the_longest_build_comes_first() -> None:
    board = at("beleaguered-castle", "base A; t1 7D; t2 8H; t3 TS 9C 8S; t4 9D 8C")
    assert offered(board, "t1")[:3] == ["t1t3", "t1t4", "t1t2"]


def test_targets_that_make_a_unit_come_before_targets_that_only_make_an_order() -> None:
    board = at("agnes-sorel/dalton", "base 2; t1 7D; t2 TH 9H 8H; t3 9D 8D")
    assert offered(board, "t1")[:2] == ["t1t3", "t1t2"]


def test_a_column_built_in_suit_counts_in_applegate() -> None:
    board = at("applegate", "base A; t1 5D; t2 3C 6D")
    assert offered(board, "t1") == ["t1t2"]


def test_returns_from_a_foundation_and_a_deal_are_offered_last() -> None:
    board = at("agnes-sorel/aisleriot", "base 5; t1 7C; t2 8S; fc 5C 6C; s *2D *3D")
    moves = view(board)["moves"]
    assert moves[-1] == "deal"
    assert moves.index("t1t2") < moves.index("fct1")


def test_a_card_from_a_foundation_is_offered_the_longest_build_first() -> None:
    board = at("agnes-sorel/aisleriot", "base 5; t1 7S; t2 8C 7C; t3 9S 8S 7D; t4 8D 7H; fc 5C 6C")
    assert offered(board, "fc") == ["fct2", "fct1"]
    board = at("agnes-sorel/aisleriot+run=single", "base 5; t1 7S; t2 8C 7C; fc 5C 6C")
    assert offered(board, "fc") == ["fct2", "fct1"]


def test_a_card_that_nothing_more_can_be_packed_on_is_safe_to_send_home() -> None:
    board = at("beleaguered-castle", "base A; t1 2C; t2 2D; t3 3C; fc AC; fd AD; fh AH; fs AS")
    assert view(board)["safe"] == ["t1f", "t2f"]


def test_a_card_that_could_still_carry_another_is_not_safe_to_send_home() -> None:
    board = at("beleaguered-castle", "base A; t1 3C; t2 2D; fc AC 2C; fd AD; fh AH; fs AS")
    assert {"t1f", "t2f"} <= set(view(board)["moves"])
    assert view(board)["safe"] == ["t2f"]


def test_a_card_that_only_an_ace_could_be_packed_on_is_safe_to_send_home() -> None:
    board = at("freecell", "base A; t1 2H; t2 AC KD; t3 AS QH; fh AH; fd AD")
    assert view(board)["safe"] == ["t1f"]


def test_a_hidden_card_counts_as_still_in_play() -> None:
    board = at("agnes-sorel", "base 5; t1 6C; fc 5C; fs 5S; s *2D *3D")
    assert view(board)["safe"] == ["t1f"]
    board = at("agnes-sorel", "base 5; t1 7C; fc 5C 6C; fs 5S; s *6S *3D")
    assert "t1f" in view(board)["moves"]
    assert view(board)["safe"] == []


@given(boards(most_moves=60))
def test_safe_moves_remove_no_card_that_another_may_be_packed_on(board: Board) -> None:
    game, layout = board.game, board.layout
    piles = [layout.piles[pile] for pile in game.piles if pile not in FOUNDATIONS]
    out = {max(card, ~card) for pile in piles for card in pile}
    for move in board.home_moves:
        assert isinstance(game, PackingGame)
        card = layout.piles[move.source][-1]
        packs = game.tables(layout.base).packs
        needy = {
            other
            for other in out
            if other % 13 != layout.base or any(packs[third] >> other & 1 for third in range(52))
        }
        carries = any(packs[other] >> card & 1 for other in needy)
        if move.source == WASTE and board.rules.options["draw"] == "three":
            carries = True  # The order of the cards left would change.
        assert (str(move) in view(board)["safe"]) is not carries
