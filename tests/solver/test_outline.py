"""Every move of a game leads from an outline to itself or to one that may come after it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Board, Deal, Rules
from games.solver import VerdictKind, solve
from games.solver.compiled import Numbers, numbers
from games.solver.generator import MOST_MOVES, legal_moves
from games.solver.keys import random_keys
from games.solver.moves import make
from games.solver.outline import (
    Outline,
    has_outlines,
    outline_after,
    outline_of,
    read_outline,
    start_of,
)
from games.solver.outlook import WIDEST
from games.solver.position import encode
from games.solver.proof import read_proofs
from games.solver.public_keys import public_key
from games.solver.rulebook import encode_rules
from games.solver.successors import successors
from tests.engine.strategies import boards
from tests.solver.endgames import chance_of, random_endgame, random_rules
from tests.solver.test_generator import SHARING

OUTLINED = [game for game in SHARING if game != "applegate"]


def without_cells(chance: Random, game: str) -> Rules:
    """Return rules at random, but without cells: with them there are no outlines."""
    rules = random_rules(chance, game)
    if "cells" not in rules.options:
        return rules
    return Rules.of(game, changes={**rules.options, "cells": "0"})


class Way:
    """The outlines that a game goes through, from some board on."""

    def __init__(self, board: Board) -> None:
        self.rules = encode_rules(board)
        position = encode(board, self.rules)
        self.is_told = has_outlines(self.rules, position)
        self.start: Numbers = start_of(self.rules, position) if self.is_told else numbers(0)
        self.here = self.outline(board) if self.is_told else Outline(0, 0)

    def outline(self, board: Board) -> Outline:
        """Return the outline of a board as it stands."""
        return outline_of(self.rules, self.start, encode(board, self.rules))

    def after(self) -> set[Outline]:
        """Return the outlines that may come next."""
        found = numbers(WIDEST)
        end = successors(self.rules, self.start, self.here, found, 0)
        return {read_outline(found, at) for at in range(0, end, 2)}

    def follow(self, board: Board) -> None:
        """Follow one move; a card that left its place counts as gone for good."""
        cards, heights = self.outline(board)
        there = Outline(cards & self.here.cards, heights)
        assert there == self.here or there in self.after(), board.key()
        self.here = there


def walk(board: Board, chance: Random, steps: int) -> int:
    """Follow a random game, and now and then restart from what lies in place there."""
    way = Way(board)
    if not way.is_told:
        return 0
    for step in range(steps):
        moves = list(board.legal_moves)
        if not moves:
            return step
        board.push(chance.choice(moves))
        way.follow(board)
        if chance.random() < 0.1:
            way.here = way.outline(board)
    return steps


@given(boards(games=SHARING), st.randoms(use_true_random=False))
def test_every_move_goes_to_an_outline_that_may_come_next(board: Board, chance: Random) -> None:
    walk(board, chance, 40)


@pytest.mark.parametrize("game", OUTLINED)
def test_every_move_of_an_endgame_does_under_any_options(game: str) -> None:
    chance = chance_of(f"outline {game}")
    steps = 0
    for _ in range(60):
        board = random_endgame(chance, without_cells(chance, game), most=30)
        steps += walk(board, chance, 40)
    assert steps > 300


@pytest.mark.parametrize("game", OUTLINED)
def test_an_outline_is_kept_up_to_date_move_by_move(game: str) -> None:
    chance = chance_of(f"kept {game}")
    moved = 0
    for _ in range(60):
        board = random_endgame(chance, without_cells(chance, game), most=30)
        rules, moves = encode_rules(board), numbers(MOST_MOVES)
        position = encode(board, rules)
        if not has_outlines(rules, position):
            continue
        start = start_of(rules, position)
        outline = outline_of(rules, start, position)
        for _ in range(40):
            end = legal_moves(rules, position, moves, 0)
            if end == 0:
                break
            move = moves[chance.randrange(end)]
            make(rules, random_keys(), position, move)
            outline = outline_after(start, position, outline, move)
            assert outline == outline_of(rules, start, position)
            moved += 1
    assert moved > 200


def test_every_move_of_a_winning_line_does() -> None:
    followed = 0
    for number, proof in enumerate(read_proofs()):
        if number % 30 == 0 and proof.rules.game in SHARING:
            board = Board(proof.rules, Deal.from_key(proof.key))
            way = Way(board)
            for step, move in enumerate(proof.solution):
                if not way.is_told:
                    way = Way(board)  # In Agnes Sorel there are outlines once the stock is dealt.
                elif step % 40 == 20:
                    way.here = way.outline(board)
                board.push(board.find_move(move))
                if way.is_told:
                    way.follow(board)
                    followed += 1
    assert followed > 3_000


def test_a_deal_may_be_lost_by_its_outlines_alone() -> None:
    # A search of all its 7,127,822 positions once found the same.
    key = public_key("benchmark/1", 155)
    verdict = solve(Board(Rules.parse("beleaguered-castle"), Deal.from_key(key)))
    assert verdict.kind is VerdictKind.LOST
    assert verdict.states < 25_000
