from __future__ import annotations

import pytest

from games.engine import GAMES, Deal
from games.pages.deals.small_board import covered_board, small_board


@pytest.mark.parametrize("game", GAMES)
def test_a_covered_board_has_every_card_and_shows_none(game: str) -> None:
    board = covered_board(f"{game}/standard")
    assert board.game == game
    cards = 0
    for pile in board.piles.split(","):
        names, *runs = pile.split(" ")
        alike = int(names[3:] or 0) - int(names[1]) + 1 if "-" in names else 1
        assert {run.partition("*")[0] for run in runs} <= {"??", ""}
        cards += alike * sum(int(run.partition("*")[2] or 1) for run in runs)
    assert cards == 52


def test_a_small_board_shows_the_cards_that_lie_open() -> None:
    board = small_board("beleaguered-castle/standard", Deal.from_key(b"any"))
    cards = {card for pile in board.piles.split(",") for card in pile.split(" ")[1:]}
    assert len(cards) == 52
