"""Greedy best-first search with blind keys: finds most wins, proves no loss."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.solver.compiled import (
    Numbers,
    blank_octets,
    blank_quads,
    compiled,
    inlined,
    listed,
    numbers,
    pairs_of_octets,
)
from games.solver.estimate import (
    EVERY_COLUMN,
    NOTES,
    STEP,
    WORST,
    estimate,
    estimate_after,
    note,
)
from games.solver.generator import MOST_MOVES, moves_after
from games.solver.keys import set_key
from games.solver.moves import is_won, key_after, make, unmake
from games.solver.packing import DEAL
from games.solver.position import (
    FIRST_FOUNDATION,
    HEIGHT,
    HOME,
    KEY,
    PACKED,
    pack,
    set_floors,
    unpack,
)
from games.solver.rulebook import APPLEGATE, DEALS
from games.solver.status import EXHAUSTED, FULL, PAUSED, WON
from games.solver.visited import copy_halves, insert_half

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
AT: Final = 3
"""The node where the position is."""

ROOM: Final = 2_000
"""Room for states before the arrays first grow: most wins need no more, and zeroing takes time."""


class Memory(NamedTuple):
    """The arrays of a best-first search."""

    rules: Numbers
    keys: Numbers
    weights: Numbers
    position: Numbers
    """The position being expanded."""
    notes: Numbers
    """What it adds up to, see `estimate`."""
    other_notes: Numbers
    moves: Numbers
    """The moves from there."""
    queue: Numbers
    """For each estimate its first node plus one; zero means none."""
    counters: Numbers
    visited: Numbers
    """The first numbers of the keys of the positions seen."""
    nodes: Numbers
    packed: Numbers
    """The positions expanded so far, packed."""
    packed_keys: Numbers
    """The first numbers of their keys."""

    def grown(self, room: int) -> Memory:
        """Return the same with room for so many states."""
        larger = self._replace(**_arrays(room))
        copy_halves(self.visited, larger.visited)
        larger.nodes[: len(self.nodes)] = self.nodes
        larger.packed[: len(self.packed)] = self.packed
        larger.packed_keys[: len(self.packed_keys)] = self.packed_keys
        return larger

    @property
    def bytes(self) -> int:
        """What the arrays that grow take."""
        numbers_held = len(self.visited) + len(self.packed_keys)
        return 8 * numbers_held + 4 * len(self.nodes) + len(self.packed)


def _arrays(room: int) -> dict[str, Numbers]:
    """Return the arrays that grow, with room for so many states."""
    return {
        "visited": numbers(1 << (3 * room // 2).bit_length()),
        "nodes": blank_quads(NODE * room),
        "packed": blank_octets(PACKED * room),
        "packed_keys": numbers(room),
    }


class BestFirst:
    """A best-first search of a fixed number of states."""

    is_sound = False

    def __init__(
        self, rules: Numbers, keys: Numbers, position: Numbers, weights: Numbers, states: int
    ) -> None:
        self._most = states
        self._memory = Memory(
            rules,
            keys,
            weights,
            position,
            notes=numbers(NOTES),
            other_notes=numbers(NOTES),
            moves=pairs_of_octets(MOST_MOVES),
            queue=blank_quads(WORST + 1),
            counters=numbers(4),
            **_arrays(min(states, ROOM)),
        )

    @property
    def states(self) -> int:
        """The number of different positions seen."""
        return int(self._memory.counters[STATES])

    def run(self, states: int, most_bytes: int) -> int:
        """Search on until `states` positions were seen in all; return a status.

        It is `FULL` if the arrays would have to grow beyond `most_bytes`.
        """
        while self._memory.bytes <= most_bytes:
            status = int(_search(self._memory, min(states, self._most), self._most))
            if status != FULL:
                return status
            room = min(self._most, 5 * len(self._memory.nodes) // NODE)
            self._memory = self._memory.grown(room)
        return FULL

    def path(self) -> list[int]:
        """Return the moves from the start to the won position."""
        memory = self._memory
        winner = int(memory.counters[WINNER])
        path = pairs_of_octets(memory.nodes[winner * NODE + STEPS])
        _trace(memory.nodes, winner, path)
        return listed(path)


@inlined
def _begin(memory: Memory) -> None:
    """Put the first position into the queue."""
    set_key(memory.keys, memory.position)
    insert_half(memory.visited, memory.position[KEY])
    pack(memory.position, memory.packed, 0)
    memory.packed_keys[0] = memory.position[KEY]
    for guess in range(WORST + 1):
        memory.queue[guess] = 0
    for part in range(NODE):
        memory.nodes[part] = 0
    memory.queue[0] = 1
    memory.counters[STATES] = 1
    memory.counters[PACKED_COUNT] = 1


@compiled
def _trace(nodes: Numbers, node: int, path: Numbers) -> None:
    """Write the moves that lead to a node."""
    for step in range(len(path) - 1, -1, -1):
        path[step] = nodes[node * NODE + MOVE]
        node = nodes[node * NODE + PARENT]


@compiled
def _search(memory: Memory, limit: int, most: int) -> int:
    """Search on until `limit` states were seen, never more than `most`; return a status."""
    queue, nodes, counters = memory.queue, memory.nodes, memory.counters
    if counters[STATES] == 0:
        _begin(memory)
    best = 0
    while counters[STATES] < limit:
        room = len(nodes) // NODE
        if room < most and room < counters[STATES] + MOST_MOVES:
            return FULL
        while best <= WORST and queue[best] == 0:
            best += 1
        if best > WORST:
            return EXHAUSTED
        node = queue[best] - 1
        queue[best] = nodes[node * NODE + LATER]
        end = _visit(memory, node)
        home = 0
        for suit in range(4):
            home += memory.position[HEIGHT + FIRST_FOUNDATION + suit]
        for index in range(end):
            guess = _try(memory, node, memory.moves[index], home)
            best = min(best, guess)
            if counters[WINNER]:
                return WON
    return PAUSED


@inlined
def _visit(memory: Memory, node: int) -> int:
    """Go to the position of a node, note it and write its moves; return how many there are."""
    rules, position = memory.rules, memory.position
    nodes, packed, packed_keys = memory.nodes, memory.packed, memory.packed_keys
    counters = memory.counters
    move = DEAL
    changed = EVERY_COLUMN
    if node:
        move = nodes[node * NODE + MOVE]
        parent = nodes[node * NODE + PARENT]
        changed = 1 << (move & 31) | 1 << (move >> 5 & 31)
        if move == DEAL:
            changed = EVERY_COLUMN
        if parent != counters[AT]:
            place = nodes[parent * NODE + PACK]
            changed |= unpack(position, packed, place * PACKED)
            position[KEY] = packed_keys[place]
            if rules[DEALS]:
                set_floors(rules, position)
        make(rules, memory.keys, position, move)
    counters[AT] = node
    note(rules, memory.weights, position, memory.notes, changed)
    end = moves_after(rules, position, memory.moves, 0, move)
    if end and node:
        place = counters[PACKED_COUNT]
        nodes[node * NODE + PACK] = place
        pack(position, packed, place * PACKED)
        packed_keys[place] = position[KEY]
        counters[PACKED_COUNT] = place + 1
    return end


@inlined
def _try(memory: Memory, node: int, move: int, home: int) -> int:
    """Put where a move leads into the queue if it is new; return its estimate, or `WORST`."""
    rules, position = memory.rules, memory.position
    nodes, queue, counters = memory.nodes, memory.queue, memory.counters
    states = counters[STATES]
    if states == len(nodes) // NODE:
        return WORST
    guess = WORST
    if move == DEAL or rules[APPLEGATE]:
        if move != DEAL:
            guess = estimate_after(rules, memory.weights, position, memory.notes, move)
        undo = make(rules, memory.keys, position, move)
        is_new = insert_half(memory.visited, position[KEY])
        wins = is_new and is_won(rules, position)
        if is_new and (move == DEAL or undo.done > 1):  # Or suits were taken out.
            guess = estimate(rules, memory.weights, position, memory.other_notes)
        unmake(rules, position, move, undo)
    else:
        key = key_after(rules, memory.keys, position, move)
        is_new = insert_half(memory.visited, key.first)
        wins = home == 51 and move >> 5 & 31 == HOME
        if is_new:
            guess = estimate_after(rules, memory.weights, position, memory.notes, move)
    if not is_new:
        return WORST
    steps = nodes[node * NODE + STEPS] + 1
    nodes[states * NODE + PARENT] = node
    nodes[states * NODE + MOVE] = move
    nodes[states * NODE + STEPS] = steps
    if wins:
        counters[WINNER] = states
    guess = min(WORST, guess + steps * memory.weights[STEP])
    nodes[states * NODE + LATER] = queue[guess]
    queue[guess] = states + 1
    counters[STATES] = states + 1
    return guess
