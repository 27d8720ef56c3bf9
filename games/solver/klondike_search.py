"""The two searches for Klondike: a greedy one for wins, a sound one that proves losses too."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.solver.compiled import Numbers, compiled, numbers, octets
from games.solver.estimate import AWAY, BLOCKING, DEALT, HIDDEN, STEP, WORST
from games.solver.klondike import (
    COLUMNS,
    DOWN,
    HEIGHT,
    LENGTH,
    ROOM,
    SIZE,
    count_home,
    see,
    set_sums,
)
from games.solver.klondike_moves import MOST_MOVES, generate, make
from games.solver.status import EXHAUSTED, FULL, PAUSED, WON
from games.solver.visited import copy_entries

STATES: Final = 0
DEPTH: Final = 1
WINNER: Final = 1

NEXT: Final = 0
END: Final = 1
MOVE: Final = 2
FRAME: Final = 3

PARENT: Final = 0
BY: Final = 1
STEPS: Final = 2
LATER: Final = 3
NODE: Final = 4


class Depth(NamedTuple):
    """The arrays of the sound search."""

    rules: Numbers
    keys: Numbers
    positions: Numbers
    """Where the moves on the stack led to, one position after the other."""
    frames: Numbers
    """For each of them the next move to try, the end of its moves, and the move that led here."""
    moves: Numbers
    visited: Numbers
    sums: Numbers
    counters: Numbers


class KlondikeDepthFirst:
    """A depth-first search with exact keys: its end without a win is a proof of loss."""

    is_sound = True

    def __init__(self, rules: Numbers, keys: Numbers, position: Numbers) -> None:
        self._memory = memory = Depth(
            rules,
            keys,
            octets(SIZE << 7),
            numbers(FRAME << 7),
            numbers(1 << 13),
            numbers(1 << 13),
            numbers(2 << 7),
            numbers(2),
        )
        memory.positions[:SIZE] = position[:SIZE]
        set_sums(keys, memory.positions, memory.sums)
        see(rules, keys, memory.positions, memory.sums, 0, memory.visited)
        memory.counters[STATES] = 1
        memory.frames[END] = -1

    @property
    def states(self) -> int:
        """The number of different positions visited."""
        return int(self._memory.counters[STATES])

    def run(self, states: int, most_bytes: int) -> int:
        """Search on until `states` positions were visited in all; return a status.

        It is `FULL` if the arrays would have to grow beyond `most_bytes`.
        """
        while True:
            status = int(_search_depth(self._memory, states))
            if status != FULL or not self._grow(most_bytes):
                return status

    def _grow(self, most_bytes: int) -> bool:
        """Double the array that is full; return whether it and the old one fit into memory."""
        memory = self._memory
        visited, moves, frames = memory.visited, memory.moves, memory.frames
        positions, sums = memory.positions, memory.sums
        deep = 8 * (len(frames) + len(sums)) + len(positions)
        held = 8 * (len(visited) + len(moves)) + deep
        if memory.counters[STATES] >= len(visited) // 3:
            if fits := held + 16 * len(visited) <= most_bytes:
                self._memory = memory._replace(visited=numbers(2 * len(visited)))
                copy_entries(visited, self._memory.visited)
        elif (memory.counters[DEPTH] + 2) * FRAME > len(frames):
            if fits := held + 2 * deep <= most_bytes:
                self._memory = memory._replace(
                    frames=numbers(2 * len(frames)),
                    positions=octets(2 * len(positions)),
                    sums=numbers(2 * len(sums)),
                )
                self._memory.sums[: len(sums)] = sums
                self._memory.frames[: len(frames)] = frames
                self._memory.positions[: len(positions)] = positions
        elif fits := held + 16 * len(moves) <= most_bytes:
            self._memory = memory._replace(moves=numbers(2 * len(moves)))
            self._memory.moves[: len(moves)] = moves
        return fits

    def path(self) -> list[int]:
        """Return the moves from the start to the position where the search stands."""
        frames, depth = self._memory.frames, self._memory.counters[DEPTH]
        return [int(frames[frame * FRAME + MOVE]) for frame in range(1, depth + 1)]


@compiled
def _search_depth(memory: Depth, limit: int) -> int:
    """Search on until `limit` states were visited; return a status."""
    rules, keys, positions = memory.rules, memory.keys, memory.positions
    frames, moves, visited = memory.frames, memory.moves, memory.visited
    counters, sums = memory.counters, memory.sums
    while counters[STATES] < limit:
        depth = counters[DEPTH]
        frame = depth * FRAME
        if frames[frame + END] < 0:
            first = frames[frame + NEXT]
            if first + MOST_MOVES > len(moves):
                return FULL
            if count_home(positions, depth * SIZE) == 52:
                return WON
            frames[frame + END] = generate(rules, positions, depth * SIZE, moves, first)
        if frames[frame + NEXT] == frames[frame + END]:
            if depth == 0:
                return EXHAUSTED
            counters[DEPTH] = depth - 1
            continue
        if counters[STATES] >= len(visited) // 3 or frame + 2 * FRAME > len(frames):
            return FULL
        move = moves[frames[frame + NEXT]]
        frames[frame + NEXT] += 1
        make(rules, keys, positions, sums, depth, depth + 1, move)
        if see(rules, keys, positions, sums, depth + 1, visited):
            counters[STATES] += 1
            counters[DEPTH] = depth + 1
            frames[frame + FRAME + NEXT] = frames[frame + END]
            frames[frame + FRAME + END] = -1
            frames[frame + FRAME + MOVE] = move
    return PAUSED


class Best(NamedTuple):
    """The arrays of the greedy search."""

    rules: Numbers
    keys: Numbers
    weights: Numbers
    positions: Numbers
    nodes: Numbers
    queue: Numbers
    moves: Numbers
    visited: Numbers
    sums: Numbers
    counters: Numbers


class KlondikeBestFirst:
    """A search that goes on from the most promising position; its keys are exact too."""

    is_sound = True

    def __init__(
        self, rules: Numbers, keys: Numbers, position: Numbers, weights: Numbers, states: int
    ) -> None:
        size = 1 << 13
        while size // 3 < states + 1:
            size *= 2
        self._memory = memory = Best(
            rules,
            keys,
            weights,
            octets(SIZE * (states + 1)),
            numbers(NODE * (states + 1)),
            numbers(WORST + 1),
            numbers(MOST_MOVES),
            numbers(size),
            numbers(2 * (states + 1)),
            numbers(2),
        )
        memory.positions[:SIZE] = position[:SIZE]
        set_sums(keys, memory.positions, memory.sums)
        see(rules, keys, memory.positions, memory.sums, 0, memory.visited)
        memory.counters[STATES] = 1
        memory.queue[0] = 1

    @property
    def states(self) -> int:
        """The number of different positions visited."""
        return int(self._memory.counters[STATES])

    def run(self, states: int, most_bytes: int) -> int:
        """Search on until `states` positions were visited in all; return a status."""
        memory = self._memory
        held = 8 * (len(memory.nodes) + len(memory.visited) + len(memory.sums))
        held += len(memory.positions)
        if held > most_bytes:
            return FULL
        return int(_search_best(memory, min(states, len(memory.nodes) // NODE - 1)))

    def path(self) -> list[int]:
        """Return the moves from the start to the won position."""
        nodes, path = self._memory.nodes, []
        node = self._memory.counters[WINNER]
        while node:
            path.append(int(nodes[node * NODE + BY]))
            node = nodes[node * NODE + PARENT]
        return path[::-1]


@compiled
def _search_best(memory: Best, limit: int) -> int:
    """Search on until `limit` states were seen; return a status."""
    rules, keys, weights = memory.rules, memory.keys, memory.weights
    positions, nodes, queue = memory.positions, memory.nodes, memory.queue
    moves, visited, sums, counters = memory.moves, memory.visited, memory.sums, memory.counters
    room = len(nodes) // NODE - 1
    best = 0
    while counters[STATES] < limit:
        while best <= WORST and queue[best] == 0:
            best += 1
        if best > WORST:
            return EXHAUSTED
        node = queue[best] - 1
        queue[best] = nodes[node * NODE + LATER]
        end = generate(rules, positions, node * SIZE, moves, 0)
        for index in range(end):
            state = counters[STATES]
            if state == room:
                return PAUSED
            make(rules, keys, positions, sums, node, state, moves[index])
            if see(rules, keys, positions, sums, state, visited):
                counters[STATES] = state + 1
                steps = nodes[node * NODE + STEPS] + 1
                nodes[state * NODE + PARENT] = node
                nodes[state * NODE + BY] = moves[index]
                nodes[state * NODE + STEPS] = steps
                if count_home(positions, state * SIZE) == 52:
                    counters[WINNER] = state
                    return WON
                guess = estimate(weights, positions, state * SIZE) + steps * weights[STEP]
                guess = max(0, min(WORST, guess))
                nodes[state * NODE + LATER] = queue[guess]
                queue[guess] = state + 1
                best = min(best, guess)
    return PAUSED


@compiled
def estimate(weights: Numbers, position: Numbers, at: int) -> int:
    """Return how far from a win a position seems to be; smaller is better."""
    total = weights[AWAY] * (52 - count_home(position, at))
    total += weights[DEALT] * position[at + LENGTH]
    for column in range(COLUMNS):
        down = position[at + DOWN + column]
        total += weights[HIDDEN] * down
        lowest = 13 | 13 << 8 | 13 << 16 | 13 << 24
        start = at + column * ROOM
        for index in range(position[at + HEIGHT + column]):
            card = position[start + index]
            shift = card // 13 << 3
            rank = card % 13
            if lowest >> shift & 255 < rank:
                total += weights[BLOCKING]
            else:
                lowest += (rank - (lowest >> shift & 255)) << shift
    return total
