"""How hard a deal is: the same on every call, from its measures, for every preset."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import Board, Deal, Rules
from games.solver import Budget
from games.solver.difficulty import Difficulty, Measures
from games.solver.proof import Proof, read_proofs
from games.solver.public_keys import public_key
from tests.solver.test_generator import PRESETS

CASTLE = Rules.parse("beleaguered-castle")
MIDDLING = Measures(states=2000, length=88, forgiven=0.91)


def test_a_deal_is_measured_alike_each_time_and_the_board_is_left_as_it_was() -> None:
    proof = Proof.find(CASTLE, public_key("test", 0), Budget(states=20_000))
    assert proof.difficulty is proof.measures.difficulty(CASTLE)
    board = Board(CASTLE, Deal.from_key(proof.key))
    for move in proof.solution:
        board.push(board.find_move(move))
    line = board.moves
    for _ in line:
        board.pop()
    dealt = board.key()
    assert Measures.of(board, line, proof.states) == proof.measures
    assert board.key() == dealt


@pytest.mark.parametrize(
    ("easier", "harder"),
    [
        ({"states": 300}, {"states": 20_000}),
        ({"length": 70}, {"length": 110}),
        ({"forgiven": 1.0}, {"forgiven": 0.6}),
    ],
)
def test_more_search_more_moves_and_less_forgiveness_are_harder(
    easier: dict[str, int], harder: dict[str, int]
) -> None:
    assert MIDDLING.difficulty(CASTLE) is Difficulty.MEDIUM
    assert replace(MIDDLING, **easier).difficulty(CASTLE) is Difficulty.EASY
    assert replace(MIDDLING, **harder).difficulty(CASTLE) is Difficulty.HARD


def test_other_rules_are_judged_as_their_nearest_preset() -> None:
    nearest = Rules.parse("agnes-sorel/dalton")
    other = Rules.parse("agnes-sorel/dalton+space=high-run")
    assert other.preset == "dalton"
    for length in (70, 90, 110):
        measures = replace(MIDDLING, length=length)
        assert measures.difficulty(other) is measures.difficulty(nearest)


@pytest.mark.slow
@pytest.mark.parametrize("rules", PRESETS)
def test_shipped_deals_are_divided_into_thirds(rules: str) -> None:
    proofs = [proof for proof in read_proofs() if str(proof.rules) == rules]
    for difficulty in Difficulty:
        share = sum(proof.difficulty is difficulty for proof in proofs) / len(proofs)
        assert 0.25 < share < 0.42


@pytest.mark.slow
def test_shipped_deals_have_the_difficulty_that_is_measured() -> None:
    for number, proof in enumerate(read_proofs()):
        if number % 150 == 0:
            assert proof.difficulty is proof.measures.difficulty(proof.rules)
