"""Greedy best-first search with blind keys: finds most wins, proves no loss."""

from __future__ import annotations

from typing import Final

from games.solver.compiled import Numbers, compiled, numbers, octets, pairs_of_octets
from games.solver.estimate import STEP, WORST, estimate, estimate_after, note_columns
from games.solver.generator import MOST_MOVES, moves_after
from games.solver.keys import set_key
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
STEPS: Final = 3
PACK: Final = 4
NODE: Final = 5
"""A node: its parent, the move from there, the next node of the same rank, its depth, and, once it
was looked at, where it is packed."""

STATES: Final = 0
WINNER: Final = 1
PACKS: Final = 2


class BestFirst:
    """A best-first search of a fixed number of states."""

    def __init__(
        self, rules: Numbers, keys: Numbers, position: Numbers, weights: Numbers, states: int
    ) -> None:
        self._rules, self._keys = rules, keys
        self._weights = weights
        self._position = position
        self._table = numbers(1 << (3 * states).bit_length())
        self._moves = pairs_of_octets(MOST_MOVES)
        self._nodes = numbers(NODE * states)
        self._packed = octets(PACKED * states)
        self._pack_keys = numbers(2 * states)
        self._parts = numbers(8)
        self._queue = numbers(WORST + 1)
        self._counters = numbers(3)
        set_key(self._keys, position)
        see(self._table, position)
        _store(position, self._packed, self._pack_keys, 0)
        # A queue holds the number of a node plus one, so that zero means empty.
        self._queue[0] = 1
        self._counters[STATES] = 1
        self._counters[PACKS] = 1

    @property
    def states(self) -> int:
        """How many different positions were seen."""
        return int(self._counters[STATES])

    def run(self, states: int, most_bytes: int) -> int:
        """Search on until so many states were seen in all; returns a status.

        It is `FULL` if the search holds too much in memory.
        """
        numbers_held = len(self._table) + len(self._nodes) + len(self._pack_keys)
        if 8 * numbers_held + len(self._packed) > most_bytes:
            return FULL
        return _search(
            self._rules,
            self._keys,
            self._weights,
            self._position,
            self._table,
            self._moves,
            self._nodes,
            self._packed,
            self._pack_keys,
            self._parts,
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
    weights: Numbers,
    position: Numbers,
    table: Numbers,
    moves: Numbers,
    nodes: Numbers,
    packed: Numbers,
    pack_keys: Numbers,
    parts: Numbers,
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
        move = DEAL
        if node == 0:
            _load(rules, position, packed, pack_keys, 0)
        else:
            move = nodes[node * NODE + MOVE]
            parent = nodes[node * NODE + PARENT]
            _load(rules, position, packed, pack_keys, nodes[parent * NODE + PACK])
            make(rules, keys, position, move)
        end = moves_after(rules, position, moves, 0, move)
        if end == 0:
            continue
        if node:
            nodes[node * NODE + PACK] = counters[PACKS]
            _store(position, packed, pack_keys, counters[PACKS])
            counters[PACKS] += 1
        note_columns(rules, weights, position, parts)
        first = position[KEY]
        second = position[KEY + 1]
        steps = nodes[node * NODE + STEPS] + 1
        for index in range(end):
            move = moves[index]
            done = make(rules, keys, position, move)
            if states < len(nodes) // NODE and see(table, position):
                nodes[states * NODE + PARENT] = node
                nodes[states * NODE + MOVE] = move
                nodes[states * NODE + STEPS] = steps
                if is_won(rules, position):
                    counters[WINNER] = states
                    status = WON
                if move == DEAL:
                    guess = estimate(rules, weights, position)
                else:
                    guess = estimate_after(rules, weights, position, parts, move)
                guess = min(WORST, guess + steps * weights[STEP])
                nodes[states * NODE + LATER] = queue[guess]
                queue[guess] = states + 1
                best = min(best, guess)
                states += 1
            unmake(rules, position, move, done)
            restore_key(position, first, second)
            if status == WON:
                break
    counters[STATES] = states
    return status


@compiled
def _store(position: Numbers, packed: Numbers, pack_keys: Numbers, pack: int) -> None:
    """Pack the position."""
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
    pack_keys[2 * pack] = position[KEY]
    pack_keys[2 * pack + 1] = position[KEY + 1]


@compiled
def _load(
    rules: Numbers, position: Numbers, packed: Numbers, pack_keys: Numbers, pack: int
) -> None:
    """Unpack a position."""
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
    position[KEY] = pack_keys[2 * pack]
    position[KEY + 1] = pack_keys[2 * pack + 1]
    set_floors(rules, position)
