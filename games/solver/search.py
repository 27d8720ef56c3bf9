"""The search in stages: greedy ones that find wins, then one that proves losses."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from games.engine import Board, Move, Rules
from games.solver.approaches import Probe, approach_to
from games.solver.best_first import BestFirst
from games.solver.blind import blind_keys
from games.solver.budget import Budget
from games.solver.compiled import COMPILED, Numbers
from games.solver.depth_first import DepthFirst
from games.solver.estimate import encode_weights
from games.solver.keys import random_keys
from games.solver.moves import is_won
from games.solver.position import encode
from games.solver.rulebook import EVERYTHING, Pruning, encode_rules
from games.solver.solution import replayed, shortened
from games.solver.status import EXHAUSTED, FULL, PAUSED, WON
from games.solver.verdict import Verdict, VerdictKind

GREEDY_STATES: Final = 20_000
"""How many positions a greedy search visits."""
GLANCE: Final = 5_000
"""How many positions the sound search visits before the other greedy ones are tried."""
NO_LIMIT: Final = 1 << 60

SLICE: Final = 20_000 if COMPILED else 500
"""How many positions are visited between two checks of the clock."""

DEFAULT: Final = Budget()

Search: TypeAlias = BestFirst | DepthFirst


class Meter:
    """What searches have spent of one budget."""

    def __init__(self, budget: Budget, cancelled: Callable[[], bool]) -> None:
        self._budget, self._cancelled = budget, cancelled
        self._began = time.perf_counter()
        self._states: dict[Search, int] = {}
        self.has_stopped = False
        """The time or the memory is spent, or the search cancelled."""

    @property
    def seconds(self) -> float:
        """How long ago the first search began."""
        return time.perf_counter() - self._began

    @property
    def states(self) -> int:
        """Positions visited by all searches."""
        return sum(self._states.values())

    @property
    def states_left(self) -> int:
        """Positions that may still be visited."""
        return self._budget.states - self.states

    def run(self, search: Search, states: int) -> int:
        """Begin a search or go on with it, for so many states more; return its status."""
        end = self._states.get(search, 0) + states
        status = PAUSED
        while status == PAUSED and search.states < end and not self.has_stopped:
            status = search.run(min(end, search.states + SLICE), self._budget.bytes)
            self.has_stopped = status == FULL or self._is_late() or self._cancelled()
        self._states[search] = search.states
        return status

    def _is_late(self) -> bool:
        """Return whether the time is spent."""
        return self._budget.seconds is not None and self.seconds > self._budget.seconds


def solve(
    board: Board,
    budget: Budget = DEFAULT,
    *,
    cancelled: Callable[[], bool] = lambda: False,
    pruning: Pruning = EVERYTHING,
) -> Verdict:
    """Search for a win from the board as it stands, hidden cards known.

    Once `cancelled`, which is called between slices, returns true, the verdict is unknown. Less
    pruning is slower: it is for tests.

    :raises TypeError: for a game whose moves the solver does not know.
    :raises LookupError: for a game without an approach.
    """
    meter = Meter(budget, cancelled)
    rules = encode_rules(board, pruning)
    kind, path = VerdictKind.WINNABLE, list[int]()
    if not is_won(rules, encode(board, rules)):
        kind, path = _decide(board, rules, meter)
    solution = replayed(board, shortened(board, path)) if path else ()
    return Verdict(kind, solution, meter.states, meter.seconds)


def shorter(board: Board, solution: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the shortest of a solution and those that more greedy searches find."""
    rules = encode_rules(board)
    for step in (0, 2, 3, 5):
        for probe in approach_to(board.rules.game).probes_for(board.rules):
            search = _probe(board, rules, probe._replace(step=step), GREEDY_STATES)
            if search.run(GREEDY_STATES, DEFAULT.bytes) == WON:
                found = replayed(board, shortened(board, search.path()))
                solution = min(solution, found, key=len)
                break
    return solution


def warm_up(board: Board) -> None:
    """Compile what a search needs, or load it compiled, so that no deal pays for it."""
    rules = encode_rules(board)
    probe = approach_to(board.rules.game).probes_for(board.rules)[0]
    _probe(board, rules, probe, 2).run(2, DEFAULT.bytes)
    DepthFirst(rules, random_keys(), encode(board, rules)).run(2, DEFAULT.bytes)
    shortened(board, [])


def _decide(board: Board, rules: Numbers, meter: Meter) -> tuple[VerdictKind, list[int]]:
    """Search in stages until the deal is decided or the budget spent; return a path to a win."""
    sound: DepthFirst | None = None
    search: Search
    for probe, states in _plan(board.rules):
        states = min(states, meter.states_left)
        if states <= 0 or meter.has_stopped:
            break
        if probe is None:
            search = sound = sound or DepthFirst(rules, random_keys(), encode(board, rules))
        else:
            search = _probe(board, rules, probe, states)
        status = meter.run(search, states)
        if status == WON:
            return VerdictKind.WINNABLE, search.path()
        if status == EXHAUSTED and search is sound:
            return VerdictKind.LOST, []
    return VerdictKind.UNKNOWN, []


def _plan(rules: Rules) -> Iterator[tuple[Probe | None, int]]:
    """Yield which search to run or continue, and for how many states; None is the sound one."""
    first, *others = approach_to(rules.game).probes_for(rules)
    yield first, GREEDY_STATES
    if others:
        yield None, GLANCE
    for probe in others:
        yield probe, GREEDY_STATES
    yield None, NO_LIMIT


def _probe(board: Board, rules: Numbers, probe: Probe, states: int) -> BestFirst:
    """Return a greedy search at its first position."""
    weights = encode_weights(approach_to(board.rules.game).weights, probe.step)
    return BestFirst(rules, blind_keys(probe.suits), encode(board, rules), weights, states)
