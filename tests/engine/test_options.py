"""Every option value makes a difference: it allows a move that its neighbour refuses.

The positions were found by search with the naive rules.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import TypedDict

import pytest

from games.engine import GAMES, Board, Deal, IllegalMoveError, Rules
from tests.engine.naive import game as naive


class Difference(TypedDict):
    """A position, and a move there that one value of an option allows and another refuses.

    `deal` is `key TEXT`; `moves` lead to the position and are legal under both values.
    """

    rules: str
    option: str
    allows: str
    refuses: str
    deal: str
    moves: str
    move: str


DIFFERENCES: list[Difference] = json.loads(
    (Path(__file__).parent / "options.json").read_text(encoding="ascii")
)


def name(difference: Difference) -> str:
    """Return the name of a difference's test."""
    game = difference["rules"].partition("/")[0]
    return "{0}-{option}-{allows}-not-{refuses}".format(game, **difference)


def board(difference: Difference, value: str) -> Board:
    """Return the board under one value of the option."""
    deal = difference["deal"].removeprefix("key ").encode()
    rules = Rules.parse(f"{difference['rules']}+{difference['option']}={value}")
    board = Board(rules, Deal.from_key(deal))
    for move in difference["moves"].split():
        board.push(board.find_move(move))
    return board


each_difference = pytest.mark.parametrize("difference", DIFFERENCES, ids=name)


@each_difference
def test_one_value_allows_the_move(difference: Difference) -> None:
    allowing = board(difference, difference["allows"])
    move = allowing.find_move(difference["move"])
    assert move in allowing.legal_moves


@each_difference
def test_the_other_value_refuses_it_with_a_reason(difference: Difference) -> None:
    refusing = board(difference, difference["refuses"])
    with pytest.raises(IllegalMoveError) as refusal:
        refusing.find_move(difference["move"])
    assert refusal.value.reason
    assert difference["move"] in str(refusal.value)


@each_difference
def test_the_naive_rules_see_the_same_difference(difference: Difference) -> None:
    legal = {}
    for value in (difference["allows"], difference["refuses"]):
        rules = naive.parse_rules(f"{difference['rules']}+{difference['option']}={value}")
        deal = naive.deal_cards(difference["deal"])
        position = naive.replay(rules, deal, difference["moves"].split())
        legal[value] = difference["move"] in naive.legal(position, rules)
    assert legal == {difference["allows"]: True, difference["refuses"]: False}


def test_every_value_of_every_option_differs_from_its_neighbour() -> None:
    shown = {
        (d["rules"].partition("/")[0], d["option"], frozenset((d["allows"], d["refuses"])))
        for d in DIFFERENCES
    }
    neighbours = {
        (game.name, option.name, frozenset(pair))
        for game in GAMES.values()
        for option in game.options
        for pair in pairwise(option.values)
    }
    assert shown == neighbours
