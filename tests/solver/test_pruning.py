"""No pruning changes a verdict: each alone, and all of them, compared with none."""

from __future__ import annotations

from itertools import chain

import pytest

from games.engine import GAMES, Board, Deal, Rules
from games.solver.budget import Budget
from games.solver.compiled import COMPILED
from games.solver.method import method_of
from games.solver.outline import has_outlines
from games.solver.outlook import LOOKING, LOST, MANY, Outlook, look_from
from games.solver.position import encode
from games.solver.proof import read_proofs
from games.solver.rulebook import EVERYTHING, NOTHING, Pruning, encode_rules
from games.solver.status import EXHAUSTED, WON
from tests.solver.endgames import FROM_ACES, chance_of, random_endgame, random_rules
from tests.solver.test_generator import PRESETS, SHARING

STATES = 4_000 if COMPILED else 300
"""Plain Python visits some thirty times fewer states a second."""
RULES = 40 if COMPILED else 10
ENDGAMES = 15 if COMPILED else 4
"""Endgames for each set of rules."""
MANY_STATES = 100_000 if COMPILED else 2_000
"""For the plain search of positions called lost."""
DEALS = 20 if COMPILED else 2


def found(board: Board, pruning: Pruning, states: int = STATES) -> int:
    """Return how the sound search ends alone: greedy ones would hide a win that it misses."""
    return method_of(board, pruning).sound().run(states, Budget.bytes)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_verdict_on_an_endgame_depends_on_any_pruning(game: str) -> None:
    chance = chance_of(f"pruning {game}")
    most = (24, 34, 44) if game in FROM_ACES else (18,)
    seen = {WON: 0, EXHAUSTED: 0}
    for _ in range(RULES):
        rules = random_rules(chance, game)
        for _ in range(ENDGAMES):
            board = random_endgame(chance, rules, chance.choice(most))
            ends = {pruning: found(board, pruning) for pruning in chain(Pruning, [EVERYTHING])}
            is_lost = EXHAUSTED in ends.values()
            plain = found(board, NOTHING, MANY_STATES if is_lost else STATES)
            assert not {WON, EXHAUSTED} <= {plain, *ends.values()}, (board.key(), ends)
            seen[plain] = seen.get(plain, 0) + 1
    assert min(seen[WON], seen[EXHAUSTED]) > 5


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_no_verdict_on_a_deal_depends_on_any_pruning(preset: str) -> None:
    rules = Rules.parse(preset)
    for number in range(DEALS):
        board = Board(rules, Deal.from_key(b"pruning/%d" % number))
        ends = {found(board, pruning) for pruning in chain(Pruning, [NOTHING, EVERYTHING])}
        assert not {WON, EXHAUSTED} <= ends, board.key()


def test_no_deal_that_can_be_won_is_lost_nor_any_position_on_the_way_by_its_outlines() -> None:
    looked = 0
    for number, proof in enumerate(read_proofs()):
        if number % (20 if COMPILED else 300):
            continue
        board = Board(proof.rules, Deal.from_key(proof.key))
        assert found(board, EVERYTHING) != EXHAUSTED
        if board.rules.game not in SHARING:
            continue
        rules = encode_rules(board)
        near = Outlook.over(rules, encode(board, rules), MANY)
        for step, move in enumerate(proof.solution):
            here = encode(board, rules)
            if step % 5 == 0 and has_outlines(rules, here):
                looked += 1
                said = look_from(rules, near, here, near.states + 5_000)
                assert said != LOST, (str(proof.rules), board.key())
                near.counters[LOOKING] = 0
            board.push(board.find_move(move))
    assert looked > (500 if COMPILED else 30)
