"""Winnable and lost are facts: they agree with searches that leave nothing out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.engine import GAMES, Board, Deal, Outcome, Rules
from games.solver import Budget, VerdictKind, solve
from games.solver.compiled import COMPILED
from tests.solver.endgames import chance_of, random_endgame, random_rules
from tests.solver.exhaustive import is_winnable

WINS = json.loads((Path(__file__).parents[1] / "fixtures" / "wins.json").read_text())
SMALL = Budget(states=50_000 if COMPILED else 500)


@pytest.mark.parametrize("game", GAMES)
def test_verdicts_agree_with_a_plain_search_on_the_engine(game: str) -> None:
    chance = chance_of(f"plain {game}")
    seen = {True: 0, False: 0, None: 0}
    for _ in range(40):
        board = random_endgame(chance, random_rules(chance, game), most=9)
        winnable = is_winnable(board, most=1500)
        seen[winnable] += 1
        if winnable is not None:
            found = solve(board, Budget(states=20_000)).kind
            assert found is (VerdictKind.WINNABLE if winnable else VerdictKind.LOST)
    assert seen[True] > 5


@pytest.mark.parametrize("win", WINS, ids=lambda win: f"{win['rules']} {win['key']}")
def test_deals_that_were_won_are_never_called_lost(win: dict[str, str]) -> None:
    board = Board(Rules.parse(win["rules"]), Deal.from_key(win["key"].encode()))
    moves = win["moves"].split()
    for move in moves[:-30]:
        board.push(board.find_move(move))
    while moves:
        assert solve(board, SMALL).kind is not VerdictKind.LOST
        if not board.moves:
            break
        for _ in range(min(len(board.moves), 20)):
            board.pop()


def test_a_line_is_legal_and_wins() -> None:
    board = Board(Rules.parse("agnes-sorel"), Deal.from_key(b"2"))
    verdict = solve(board)
    for move in verdict.solution:
        board.push(board.find_move(str(move)))
    assert board.outcome() is Outcome.WON


def test_the_board_is_left_as_it_was() -> None:
    board = Board(Rules.parse("applegate"), Deal.from_key(b"2"))
    before = board.key()
    solve(board, SMALL)
    assert (board.key(), board.moves) == (before, ())


def test_a_won_board_is_winnable_without_a_move() -> None:
    win = WINS[0]
    board = Board(Rules.parse(win["rules"]), Deal.from_key(win["key"].encode()))
    for move in win["moves"].split():
        board.push(board.find_move(move))
    verdict = solve(board)
    assert (verdict.kind, verdict.solution, verdict.states) == (VerdictKind.WINNABLE, (), 0)
