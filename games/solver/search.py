"""The search in stages: greedy ones that find wins, then one that proves losses."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

from games.engine import Board, Move, Rules
from games.solver.best_first import BestFirst
from games.solver.blind import Probe, blind_keys, probes
from games.solver.budget import Budget
from games.solver.compiled import COMPILED, Numbers
from games.solver.depth_first import DepthFirst
from games.solver.estimate import weights_for
from games.solver.keys import random_keys
from games.solver.line import replayed, shortened
from games.solver.moves import is_won
from games.solver.position import encode
from games.solver.rulebook import EVERYTHING, Pruning, encode_rules
from games.solver.status import EXHAUSTED, FULL, PAUSED, WON
from games.solver.verdict import Kind, Verdict

GREEDY_STATES: Final = 20_000
"""How many positions a greedy search visits."""
GLANCE: Final = 5_000
"""What the sound search may visit before all greedy ones were tried."""
MANY: Final = 1 << 60

SLICE: Final = 20_000 if COMPILED else 500
"""How many positions are visited between two looks at the clock."""

DEFAULT: Final = Budget()


def solve(
    board: Board,
    budget: Budget = DEFAULT,
    *,
    cancelled: Callable[[], bool] = lambda: False,
    pruning: Pruning = EVERYTHING,
) -> Verdict:
    """Search for a win from the board as it stands, hidden cards known.

    `cancelled` is asked from time to time; once it says so the verdict is unknown. With less
    pruning it is slower: for tests.
    """
    began = time.perf_counter()

    def verdict(kind: Kind, states: int, line: list[int]) -> Verdict:
        moves = replayed(board, shortened(board, line)) if line else ()
        return Verdict(kind, moves, states, time.perf_counter() - began)

    def stopped() -> bool:
        spent = budget.seconds is not None and time.perf_counter() - began > budget.seconds
        return spent or cancelled()

    rules = encode_rules(board, pruning)
    if is_won(rules, encode(board, rules)):
        return verdict(Kind.WINNABLE, 0, [])
    states = 0
    sound: DepthFirst | None = None
    for probe, most in _plan(board.rules):
        most = min(most, budget.states - states)
        if most <= 0:
            break
        search: BestFirst | DepthFirst
        if probe is None:
            spent = sound.states if sound else 0
            search = sound = sound or DepthFirst(rules, random_keys(), encode(board, rules))
        else:
            spent = 0
            search = _probe(board, rules, probe, most)
        status, going = PAUSED, True
        while status == PAUSED and search.states < spent + most and going:
            status = search.run(min(spent + most, search.states + SLICE), budget.bytes)
            going = status != FULL and not stopped()
        states += search.states - spent
        if status == WON:
            return verdict(Kind.WINNABLE, states, list(search.line()))
        if status == EXHAUSTED and search is sound:
            return verdict(Kind.LOST, states, [])
        if not going:
            break
    return verdict(Kind.UNKNOWN, states, [])


def shorter(board: Board, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The shortest of a winning line and what some more greedy searches find."""
    rules = encode_rules(board)
    for step in (0, 2, 3, 5):
        for probe in probes(board.rules):
            search = _probe(board, rules, probe._replace(step=step), GREEDY_STATES)
            if search.run(GREEDY_STATES, DEFAULT.bytes) == WON:
                line = min(line, replayed(board, shortened(board, list(search.line()))), key=len)
                break
    return line


def warm_up(board: Board) -> None:
    """Compile what a search needs, or load it compiled, so that it costs no deal its time."""
    rules = encode_rules(board)
    _probe(board, rules, probes(board.rules)[0], 2).run(2, DEFAULT.bytes)
    DepthFirst(rules, random_keys(), encode(board, rules)).run(2, DEFAULT.bytes)
    shortened(board, [])


def _plan(rules: Rules) -> Iterator[tuple[Probe | None, int]]:
    """Which searches to go on with, and for how many states; None is the sound one."""
    first, *others = probes(rules)
    yield first, GREEDY_STATES
    if others:
        yield None, GLANCE
    for probe in others:
        yield probe, GREEDY_STATES
    yield None, MANY


def _probe(board: Board, rules: Numbers, probe: Probe, states: int) -> BestFirst:
    """A greedy search at its first position."""
    keys, weights = blind_keys(probe.suits), weights_for(board, probe.step)
    return BestFirst(rules, keys, encode(board, rules), weights, states)
