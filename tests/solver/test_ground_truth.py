"""Games that others won are never called lost, and the one that was stuck is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.engine import Board, Deal, Rules
from games.solver import Budget, VerdictKind, solve
from games.solver.compiled import COMPILED

FOLDER = Path(__file__).parents[1] / "engine" / "ground_truth"
GAMES = [game for path in sorted(FOLDER.glob("*.json")) for game in json.loads(path.read_text())]
WON = [game for game in GAMES if game["result"] == "won"]
STUCK = [game for game in GAMES if game["result"] != "won"]
SMALL = Budget(states=30_000 if COMPILED else 500)


def board_of(game: dict[str, str]) -> Board:
    return Board(Rules.parse(game["rules"]), Deal.parse(game["deal"]))


@pytest.mark.parametrize("game", WON, ids=lambda game: game["rules"])
def test_no_position_of_a_won_game_is_called_lost(game: dict[str, str]) -> None:
    board, moves = board_of(game), game["moves"].split()
    for number, move in enumerate(moves):
        if number % 20 == 0 or number >= len(moves) - 3:
            found = solve(board, SMALL).kind
            assert found is not VerdictKind.LOST
        board.push(board.find_move(move))
    assert found is VerdictKind.WINNABLE


def test_the_game_that_was_stuck_is_lost_at_its_end() -> None:
    for game in STUCK:
        board = board_of(game)
        for move in game["moves"].split():
            board.push(board.find_move(move))
        assert solve(board, SMALL).kind is VerdictKind.LOST
