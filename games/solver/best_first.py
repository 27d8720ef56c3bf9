"""Greedy best-first search with blind keys: finds most wins, proves no loss."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.solver.compiled import Numbers, compiled, inlined, numbers, octets, pairs_of_octets
from games.solver.estimate import STEP, WORST, estimate, estimate_after, note_columns
from games.solver.generator import MOST_MOVES, moves_after
from games.solver.keys import set_key
from games.solver.moves import is_won, make, unmake
from games.solver.packing import DEAL
from games.solver.position import DOWN, HEIGHT, KEY, PILES, set_floors
from games.solver.status import EXHAUSTED, FULL, PAUSED, WON
from games.solver.visited import see

PACKED: Final = 52 + PILES + 8
"""Bytes of a packed position: cards pile by pile, heights, hidden cards of the columns."""

PARENT: Final = 0
MOVE: Final = 1
LATER: Final = 2
STEPS: Final = 3
PACK: Final = 4
NODE: Final = 5
"""A node: its parent, the move from there, the next node of the same rank, its depth, and, once
expanded, where it is packed."""

STATES: Final = 0
WINNER: Final = 1
PACKED_COUNT: Final = 2


class Memory(NamedTuple):
    """The arrays of a best-first search."""

    rules: Numbers
    keys: Numbers
    weights: Numbers
    position: Numbers
    visited: Numbers
    """The keys of the positions seen."""
    moves: Numbers
    """The moves from the position being expanded."""
    nodes: Numbers
    packed: Numbers
    """The positions expanded so far, packed."""
    packed_keys: Numbers
    parts: Numbers
    """What each column adds to the estimate of the position being expanded."""
    queue: Numbers
    """For each estimate its first node plus one; zero means none."""
    counters: Numbers


class BestFirst:
    """A best-first search of a fixed number of states."""

    is_sound = False

    def __init__(
        self, rules: Numbers, keys: Numbers, position: Numbers, weights: Numbers, states: int
    ) -> None:
        self._memory = memory = Memory(
            rules,
            keys,
            weights,
            position,
            visited=numbers(1 << (3 * states).bit_length()),
            moves=pairs_of_octets(MOST_MOVES),
            nodes=numbers(NODE * states),
            packed=octets(PACKED * states),
            packed_keys=numbers(2 * states),
            parts=numbers(8),
            queue=numbers(WORST + 1),
            counters=numbers(3),
        )
        set_key(keys, position)
        see(memory.visited, position)
        _store(position, memory.packed, memory.packed_keys, 0)
        memory.queue[0] = 1
        memory.counters[STATES] = 1
        memory.counters[PACKED_COUNT] = 1

    @property
    def states(self) -> int:
        """The number of different positions seen."""
        return int(self._memory.counters[STATES])

    def run(self, states: int, most_bytes: int) -> int:
        """Search on until `states` positions were seen in all; return a status.

        It is `FULL` if the arrays take more than `most_bytes`.
        """
        memory = self._memory
        numbers_held = len(memory.visited) + len(memory.nodes) + len(memory.packed_keys)
        if 8 * numbers_held + len(memory.packed) > most_bytes:
            return FULL
        return _search(memory, min(states, len(memory.nodes) // NODE))

    def path(self) -> list[int]:
        """Return the moves from the start to the won position."""
        nodes, path = self._memory.nodes, []
        node = self._memory.counters[WINNER]
        while node:
            path.append(nodes[node * NODE + MOVE])
            node = nodes[node * NODE + PARENT]
        return path[::-1]


@compiled
def _search(memory: Memory, limit: int) -> int:
    """Search on until `limit` states were seen; return a status."""
    queue, nodes, counters = memory.queue, memory.nodes, memory.counters
    best = 0
    while counters[STATES] < limit:
        while best <= WORST and queue[best] == 0:
            best += 1
        if best > WORST:
            return EXHAUSTED
        node = queue[best] - 1
        queue[best] = nodes[node * NODE + LATER]
        end = _visit(memory, node)
        for index in range(end):
            guess = _try(memory, node, memory.moves[index])
            best = min(best, guess)
            if counters[WINNER]:
                return WON
    return PAUSED


@inlined
def _visit(memory: Memory, node: int) -> int:
    """Go to the position of a node and write its moves; return how many there are."""
    rules, position = memory.rules, memory.position
    nodes, packed, packed_keys = memory.nodes, memory.packed, memory.packed_keys
    move = DEAL
    if node == 0:
        _load(rules, position, packed, packed_keys, 0)
    else:
        move = nodes[node * NODE + MOVE]
        parent = nodes[node * NODE + PARENT]
        _load(rules, position, packed, packed_keys, nodes[parent * NODE + PACK])
        make(rules, memory.keys, position, move)
    end = moves_after(rules, position, memory.moves, 0, move)
    if end:
        if node:
            nodes[node * NODE + PACK] = memory.counters[PACKED_COUNT]
            _store(position, packed, packed_keys, memory.counters[PACKED_COUNT])
            memory.counters[PACKED_COUNT] += 1
        note_columns(rules, memory.weights, position, memory.parts)
    return end


@inlined
def _try(memory: Memory, node: int, move: int) -> int:
    """Put where a move leads into the queue if it is new; return its estimate, or `WORST`."""
    rules, position, weights = memory.rules, memory.position, memory.weights
    nodes, queue, counters = memory.nodes, memory.queue, memory.counters
    undo = make(rules, memory.keys, position, move)
    guess = WORST
    states = counters[STATES]
    if states < len(nodes) // NODE and see(memory.visited, position):
        steps = nodes[node * NODE + STEPS] + 1
        nodes[states * NODE + PARENT] = node
        nodes[states * NODE + MOVE] = move
        nodes[states * NODE + STEPS] = steps
        if is_won(rules, position):
            counters[WINNER] = states
        if move == DEAL:
            guess = estimate(rules, weights, position)
        else:
            guess = estimate_after(rules, weights, position, memory.parts, move)
        guess = min(WORST, guess + steps * weights[STEP])
        nodes[states * NODE + LATER] = queue[guess]
        queue[guess] = states + 1
        counters[STATES] = states + 1
    unmake(rules, position, move, undo)
    return guess


@compiled
def _store(position: Numbers, packed: Numbers, packed_keys: Numbers, pack: int) -> None:
    """Pack the position into a place of its own."""
    at = pack * PACKED
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
    packed_keys[2 * pack] = position[KEY]
    packed_keys[2 * pack + 1] = position[KEY + 1]


@compiled
def _load(
    rules: Numbers, position: Numbers, packed: Numbers, packed_keys: Numbers, pack: int
) -> None:
    """Unpack a position from its place."""
    at = pack * PACKED
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
    position[KEY] = packed_keys[2 * pack]
    position[KEY + 1] = packed_keys[2 * pack + 1]
    set_floors(rules, position)
