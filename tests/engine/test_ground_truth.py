"""Games played or recorded by other programs, replayed by the engine and the naive rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

import pytest

from games.engine import Board, Deal, Rules
from tests.engine.naive import game as naive


class Game(TypedDict):
    """A game, its source, and how many cards are home after the last move."""

    source: str
    rules: str
    deal: str
    moves: str
    result: str
    home: int


GAMES: list[Game] = [
    game
    for path in sorted((Path(__file__).parent / "ground_truth").glob("*.json"))
    for game in json.loads(path.read_text(encoding="ascii"))
]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game["rules"])


@each_game
def test_the_engine_reaches_the_same_result(game: Game) -> None:
    board = Board(Rules.parse(game["rules"]), Deal.parse(game["deal"]))
    for move in game["moves"].split():
        board.push(board.find_move(move))
    assert board.progress == game["home"]
    assert (str(board.outcome()) == "won") == (game["result"] == "won")


@each_game
def test_the_naive_rules_reach_the_same_result(game: Game) -> None:
    rules = naive.parse_rules(game["rules"])
    moves = game["moves"].split()
    position = naive.replay(rules, naive.deal_cards(game["deal"]), moves)
    assert position.home() == game["home"]
    assert (naive.outcome(position, rules) == "won") == (game["result"] == "won")


def test_what_aisleriot_calls_stuck_has_only_a_pointless_move_left() -> None:
    (game,) = (game for game in GAMES if "STUCK" in game["source"])
    board = Board(Rules.parse(game["rules"]), Deal.parse(game["deal"]))
    for move in game["moves"].split():
        board.push(board.find_move(move))
    assert [str(move) for move in board.legal_moves] == ["t3t7x2"]


@pytest.mark.parametrize("program", ["AisleRiot", "quagnes", "fc-solve"])
def test_every_program_is_represented(program: str) -> None:
    assert any(program in game["source"] for game in GAMES)
