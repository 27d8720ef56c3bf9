"""The search in stages: a greedy one and a deep one that find wins, then one that proves losses."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import Final

from games.engine import Board, Move
from games.solver.best_first import BestFirst
from games.solver.blind import kinds_of_cards
from games.solver.budget import Budget
from games.solver.compiled import COMPILED, Numbers, numbers
from games.solver.depth_first import DepthFirst
from games.solver.estimate import weights_for
from games.solver.line import replayed, shortened
from games.solver.moves import is_won
from games.solver.position import encode
from games.solver.rulebook import encode_rules
from games.solver.status import EXHAUSTED, FULL, PAUSED, WON
from games.solver.verdict import Kind, Verdict

GREEDY, DEEP, SOUND = STAGES = range(3)
GREEDY_STATES: Final = 20_000
"""How many positions the greedy stage visits."""
DEEP_STATES: Final = {"agnes-bernauer": 0}
"""How many the deep stage visits, where it is not `MANY_STATES`: outlines guide better there."""
MANY_STATES: Final = 50_000

SLICE: Final = 20_000 if COMPILED else 500
"""How many positions are visited between two looks at the clock."""

DEFAULT: Final = Budget()


def solve(
    board: Board,
    budget: Budget = DEFAULT,
    *,
    cancelled: Callable[[], bool] = lambda: False,
    prune: bool = True,
) -> Verdict:
    """Search for a win from the board as it stands, hidden cards known.

    `cancelled` is asked from time to time; once it says so the verdict is unknown. Without
    `prune` every legal move is tried and no two columns are taken for alike: slow, for tests.
    """
    began = time.perf_counter()

    def verdict(kind: Kind, states: int, line: list[int]) -> Verdict:
        moves = replayed(board, shortened(board, line)) if line else ()
        return Verdict(kind, moves, states, time.perf_counter() - began)

    def stopped() -> bool:
        spent = budget.seconds is not None and time.perf_counter() - began > budget.seconds
        return spent or cancelled()

    rules = encode_rules(board, alike=prune, forced=prune)
    if is_won(rules, encode(board, rules)):
        return verdict(Kind.WINNABLE, 0, [])
    states, status = 0, PAUSED
    for stage in STAGES:
        if stage == DEEP and status == EXHAUSTED:
            continue  # The greedy stage has seen all that this one would.
        most = int(min(_most_states(board, stage), budget.states - states))
        if most <= 0:
            continue
        search = _search(board, rules, stage, most)
        status, going = PAUSED, True
        while status == PAUSED and search.states < most and going:
            status = search.run(min(most, search.states + SLICE), budget.bytes)
            going = status != FULL and not stopped()
        states += search.states
        if status == WON:
            return verdict(Kind.WINNABLE, states, list(search.line()))
        if status == EXHAUSTED and stage == SOUND:
            return verdict(Kind.LOST, states, [])
        if not going:
            break
    return verdict(Kind.UNKNOWN, states, [])


def shorter(board: Board, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The shortest of a winning line and what some more greedy searches find."""
    rules, most = encode_rules(board), GREEDY_STATES
    for step in (0, 2, 3, 5):
        weights = weights_for(board, step)
        search = BestFirst(rules, encode(board, rules), kinds_of_cards(board), weights, most)
        if search.run(most, DEFAULT.bytes) == WON:
            line = min(line, replayed(board, shortened(board, search.line())), key=len)
    return line


def warm_up(board: Board) -> None:
    """Compile what a search needs, or load it compiled, so that it costs no deal its time."""
    rules = encode_rules(board)
    for stage in STAGES:
        _search(board, rules, stage, 2).run(2, DEFAULT.bytes)


def _most_states(board: Board, stage: int) -> float:
    """How many positions a stage visits."""
    if stage == GREEDY:
        return GREEDY_STATES
    return DEEP_STATES.get(board.rules.game, MANY_STATES) if stage == DEEP else inf


def _search(board: Board, rules: Numbers, stage: int, states: int) -> BestFirst | DepthFirst:
    """The search of a stage, at its first position."""
    position, kinds = encode(board, rules), kinds_of_cards(board)
    if stage == GREEDY:
        return BestFirst(rules, position, kinds, weights_for(board), states)
    return DepthFirst(rules, position, kinds if stage == DEEP else numbers(0))
