"""The search in stages: greedy ones that find wins, then one that proves losses."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from games.engine import Board, Move, Rules
from games.solver.approaches import Glance, Probe, approach_to
from games.solver.budget import Budget
from games.solver.compiled import COMPILED
from games.solver.method import Method, Search, method_of
from games.solver.rulebook import EVERYTHING, Pruning
from games.solver.status import EXHAUSTED, FULL, PAUSED, WON
from games.solver.verdict import Verdict, VerdictKind

NO_LIMIT: Final = 1 << 60

SLICE: Final = 20_000 if COMPILED else 500
"""How many positions are visited between two checks of the clock."""

DEFAULT: Final = Budget()


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
    method = method_of(board, pruning)
    if method.is_won:
        return Verdict(VerdictKind.WINNABLE, (), 0, meter.seconds)
    kind, winner = _decide(board.rules, method, meter)
    solution = method.line(winner) if winner else ()
    return Verdict(kind, solution, meter.states, meter.seconds)


def shorter(board: Board, solution: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the shortest of a solution and those that more greedy searches find."""
    method = method_of(board)
    for step in (0, 2, 3, 5):
        for probe in approach_to(board.rules.game).probes_for(board.rules):
            search = method.greedy(probe._replace(step=step), probe.states)
            if search.run(probe.states, DEFAULT.bytes) == WON:
                solution = min(solution, method.line(search), key=len)
                break
    return solution


def warm_up(board: Board) -> None:
    """Compile what a search needs, or load it compiled, so that no deal pays for it."""
    method = method_of(board)
    probes = approach_to(board.rules.game).probes_for(board.rules)
    for search in (*(method.greedy(probe, 2) for probe in probes), method.sound()):
        search.run(2, DEFAULT.bytes)
        search.path()
    method.warm_up()


def _decide(rules: Rules, method: Method, meter: Meter) -> tuple[VerdictKind, Search | None]:
    """Search in stages until the deal is decided or the budget spent; return which search won."""
    sound: Search | None = None
    for turn in (*approach_to(rules.game).plan_for(rules), Glance(NO_LIMIT)):
        states = min(turn.states, meter.states_left)
        if states <= 0 or meter.has_stopped:
            break
        if isinstance(turn, Probe):
            search = method.greedy(turn, states)
        else:
            search = sound = sound or method.sound()
        status = meter.run(search, states)
        if status == WON:
            return VerdictKind.WINNABLE, search
        if status == EXHAUSTED and search.is_sound:
            return VerdictKind.LOST, None
    return VerdictKind.UNKNOWN, None
