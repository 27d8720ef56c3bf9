"""FreeCell beside fc-solve: its wins are wins by our rules, and the solver contradicts none."""

from __future__ import annotations

import pytest

from games.engine import Board, Deal, Rules
from games.solver import Budget, VerdictKind, solve
from tests.sampling import sample
from tests.solver.fc_solve import GAMES, deal_numbered, plays_to_a_win

pytestmark = pytest.mark.needs_fc_solve

BUDGET = Budget(states=400_000)
NUMBERS = sample(range(1, 201), 8)


@pytest.mark.parametrize("rules", GAMES)
def test_the_games_that_fc_solve_wins_are_won_here_too(rules: str) -> None:
    won = 0
    for number in NUMBERS:
        board = Board(Rules.parse(rules), Deal.numbered(number))
        kind = solve(board, BUDGET).kind
        if plays_to_a_win(board):
            assert (board.is_won, kind) == (True, VerdictKind.WINNABLE), number
            won += 1
    assert won > len(NUMBERS) // 2


@pytest.mark.parametrize("number", [1, 617, 11982, 32000, 65536, 1_000_000])
def test_a_numbered_deal_is_the_one_that_others_deal(number: int) -> None:
    assert str(Deal.numbered(number)) == deal_numbered(number)
