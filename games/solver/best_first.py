"""Greedy best-first search with blind keys: finds most wins, proves no loss."""

from __future__ import annotations

from typing import Final

from games.solver.compiled import Numbers, compiled, numbers, octets, pairs_of_octets
from games.solver.estimate import STEP, WORST, estimate
from games.solver.generator import MOST_MOVES, moves_after
from games.solver.keys import random_keys, set_key
from games.solver.moves import is_won, make, restore_key, unmake
from games.solver.packing import DEAL
from games.solver.position import DOWN, HEIGHT, KEY, PILES, set_floors
from games.solver.status import EXHAUSTED, FULL, PAUSED, WON
from games.solver.visited import see

PACKED: Final = 52 + PILES + 8
"""Bytes of a packed position: cards pile by pile, heights, hidden cards of the columns."""

PARENT: Final = 0
MOVE: Final = 1
LATER: Final = 2
OLD_KEY: Final = 3
STEPS: Final = 5
NODE: Final = 6
"""A node: its parent, the move from there, the next node of the same rank, its key, its depth."""

STATES: Final = 0
WINNER: Final = 1


class BestFirst:
    """A best-first search of a fixed number of states."""

    def __init__(
        self, rules: Numbers, position: Numbers, kinds: Numbers, weights: Numbers, states: int
    ) -> None:
        self._rules, self._keys = rules, random_keys()
        self._kinds, self._weights = kinds, weights
        self._position = position
        self._table = numbers(1 << (3 * states).bit_length())
        self._moves = pairs_of_octets(MOST_MOVES)
        self._nodes = numbers(NODE * states)
        self._packed = octets(PACKED * states)
        self._queue = numbers(WORST + 1)
        self._counters = numbers(2)
        set_key(self._keys, position)
        see(self._table, kinds, position)
        _store(position, self._nodes, self._packed, 0)
        # A queue holds the number of a node plus one, so that zero means empty.
        self._queue[0] = 1
        self._counters[STATES] = 1

    @property
    def states(self) -> int:
        """How many different positions were seen."""
        return int(self._counters[STATES])

    def run(self, states: int, most_bytes: int) -> int:
        """Search on until so many states were seen in all; returns a status.

        It is `FULL` if the search holds too much in memory.
        """
        if 8 * (len(self._table) + len(self._nodes)) + len(self._packed) > most_bytes:
            return FULL
        return _search(
            self._rules,
            self._keys,
            self._kinds,
            self._weights,
            self._position,
            self._table,
            self._moves,
            self._nodes,
            self._packed,
            self._queue,
            self._counters,
            min(states, len(self._nodes) // NODE),
        )

    def line(self) -> list[int]:
        """The moves that lead to the won position."""
        node, line = self._counters[WINNER], []
        while node:
            line.append(self._nodes[node * NODE + MOVE])
            node = self._nodes[node * NODE + PARENT]
        return line[::-1]


@compiled
def _search(
    rules: Numbers,
    keys: Numbers,
    kinds: Numbers,
    weights: Numbers,
    position: Numbers,
    table: Numbers,
    moves: Numbers,
    nodes: Numbers,
    packed: Numbers,
    queue: Numbers,
    counters: Numbers,
    limit: int,
) -> int:
    states = counters[STATES]
    status = PAUSED
    best = 0
    while status == PAUSED and states < limit:
        while best <= WORST and queue[best] == 0:
            best += 1
        if best > WORST:
            status = EXHAUSTED
            break
        node = queue[best] - 1
        queue[best] = nodes[node * NODE + LATER]
        _load(rules, position, nodes, packed, node)
        first = position[KEY]
        second = position[KEY + 1]
        move = nodes[node * NODE + MOVE] if node else DEAL
        for index in range(moves_after(rules, position, moves, 0, move)):
            done = make(rules, keys, position, moves[index])
            if states < len(nodes) // NODE and see(table, kinds, position):
                nodes[states * NODE + PARENT] = node
                nodes[states * NODE + MOVE] = moves[index]
                _store(position, nodes, packed, states)
                if is_won(rules, position):
                    counters[WINNER] = states
                    status = WON
                steps = nodes[node * NODE + STEPS] + 1
                nodes[states * NODE + STEPS] = steps
                guess = min(WORST, estimate(rules, weights, position) + steps * weights[STEP])
                nodes[states * NODE + LATER] = queue[guess]
                queue[guess] = states + 1
                best = min(best, guess)
                states += 1
            unmake(rules, position, moves[index], done)
            restore_key(position, first, second)
            if status == WON:
                break
    counters[STATES] = states
    return status


@compiled
def _store(position: Numbers, nodes: Numbers, packed: Numbers, node: int) -> None:
    """Pack the position into a node."""
    at = node * PACKED
    for pile in range(PILES):
        packed[at] = position[HEIGHT + pile]
        at += 1
    for column in range(8):
        packed[at] = position[DOWN + column]
        at += 1
    for pile in range(PILES):
        if not 8 <= pile < 12:
            for index in range(position[HEIGHT + pile]):
                packed[at] = position[pile << 6 | index]
                at += 1
    nodes[node * NODE + OLD_KEY] = position[KEY]
    nodes[node * NODE + OLD_KEY + 1] = position[KEY + 1]


@compiled
def _load(rules: Numbers, position: Numbers, nodes: Numbers, packed: Numbers, node: int) -> None:
    """Unpack a node into the position."""
    at = node * PACKED
    for pile in range(PILES):
        position[HEIGHT + pile] = packed[at]
        at += 1
    for column in range(8):
        position[DOWN + column] = packed[at]
        at += 1
    for pile in range(PILES):
        if not 8 <= pile < 12:
            for index in range(position[HEIGHT + pile]):
                position[pile << 6 | index] = packed[at]
                at += 1
    position[KEY] = nodes[node * NODE + OLD_KEY]
    position[KEY + 1] = nodes[node * NODE + OLD_KEY + 1]
    set_floors(rules, position)
