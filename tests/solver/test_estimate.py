"""The estimate after a move, found from the position before it, is that of the position after."""

from __future__ import annotations

from hypothesis import assume, given

from games.engine import Board
from games.solver.approaches import approach_to
from games.solver.compiled import numbers
from games.solver.estimate import NOTES, encode_weights, estimate, estimate_after
from games.solver.moves import make, unmake
from games.solver.packing import DEAL
from games.solver.rulebook import REMOVE
from tests.engine.strategies import boards
from tests.solver.test_generator import SHARING, Mirror


@given(boards(games=SHARING))
def test_an_estimate_after_a_move_is_that_of_the_next_position(board: Board) -> None:
    mirror = Mirror(board)
    rules, position = mirror.rules, mirror.position
    assume(not rules[REMOVE])
    weights = encode_weights(approach_to(board.rules.game).weights)
    notes, others = numbers(NOTES), numbers(NOTES)
    estimate(rules, weights, position, notes)
    for move in mirror.moves():
        if move != DEAL:
            found = estimate_after(rules, weights, position, notes, move)
            undo = make(rules, mirror.keys, position, move)
            assert found == estimate(rules, weights, position, others)
            unmake(rules, position, move, undo)
