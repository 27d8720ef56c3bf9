"""Winning lines found by search, shared by all tests that need a won game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypedDict

import pytest

from games.engine import GAMES, Board, Deal, Rules
from tests.engine.naive import game as naive


class Win(TypedDict):
    """Rules, the ASCII text of the deal's key, and the moves that win it."""

    rules: str
    key: str
    moves: str


WINS: list[Win] = json.loads(
    (Path(__file__).parent.parent / "fixtures" / "wins.json").read_text(encoding="ascii")
)

each_win = pytest.mark.parametrize("win", WINS, ids=lambda win: f"{win['rules']}:{win['key']}")


@each_win
def test_the_line_wins_on_the_engines_board(win: Win) -> None:
    board = Board(Rules.parse(win["rules"]), Deal.from_key(win["key"].encode()))
    for move in win["moves"].split():
        assert board.outcome() is None
        board.push(board.find_move(move))
    assert str(board.outcome()) == "won"


@each_win
def test_the_line_wins_by_the_naive_rules(win: Win) -> None:
    rules = naive.parse_rules(win["rules"])
    deal = naive.deal_cards(f"key {win['key']}")
    assert naive.outcome(naive.replay(rules, deal, win["moves"].split()), rules) == "won"


def test_every_preset_is_won_at_least_once() -> None:
    presets = {f"{name}/{preset}" for name, game in GAMES.items() for preset in game.presets}
    assert presets <= {win["rules"] for win in WINS}
