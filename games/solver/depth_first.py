"""Depth-first search: with exact keys its end without a win is a proof of loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.solver.compiled import Numbers, compiled, numbers, pairs_of_octets
from games.solver.generator import MOST_MOVES, moves_after
from games.solver.keys import random_keys, set_key
from games.solver.moves import is_won, make, restore_key, unmake
from games.solver.packing import DEAL
from games.solver.position import KEY
from games.solver.status import EXHAUSTED, FULL, PAUSED, WON
from games.solver.visited import copy_entries, see

NEXT: Final = 0
END: Final = 1
MOVE: Final = 2
DONE: Final = 3
OLD_KEY: Final = 4
FRAME: Final = 6
"""A frame of the stack: the next move to try, their end, the move that led here and its undoing."""

DEPTH: Final = 0
STATES: Final = 1


class DepthFirst:
    """A depth-first search that can be paused."""

    def __init__(self, rules: Numbers, position: Numbers, kinds: Numbers) -> None:
        """A search with exact keys, or with blind ones for these kinds of cards."""
        self._rules, self._keys = rules, random_keys()
        self._kinds = kinds
        self._position = position
        self._table = numbers(1 << 13)
        self._moves = pairs_of_octets(1 << 13)
        self._frames = numbers(FRAME << 10)
        self._counters = numbers(2)
        set_key(self._keys, position)
        see(self._table, kinds, position)
        self._frames[END] = moves_after(rules, position, self._moves, 0, DEAL)
        self._counters[STATES] = 1

    @property
    def states(self) -> int:
        """How many different positions were visited."""
        return int(self._counters[STATES])

    @property
    def bytes(self) -> int:
        """What the search holds in memory, and will while it grows next."""
        return 24 * len(self._table) + 6 * len(self._moves) + 24 * len(self._frames)

    def run(self, states: int) -> int:
        """Search on until so many states were visited in all; returns a status."""
        status = FULL
        while status == FULL:
            status = _search(
                self._rules,
                self._keys,
                self._kinds,
                self._position,
                self._table,
                self._moves,
                self._frames,
                self._counters,
                min(states, len(self._table) // 3),
            )
            if status == PAUSED and self.states < states:
                larger = numbers(2 * len(self._table))
                copy_entries(self._table, larger)
                self._table = larger
                status = FULL
            elif status == FULL:
                self._grow()
        return status

    def _grow(self) -> None:
        """Double the array that is too short."""
        frames, moves = self._frames, self._moves
        if (self._counters[DEPTH] + 2) * FRAME > len(frames):
            self._frames = numbers(2 * len(frames))
            self._frames[: len(frames)] = frames
        else:
            self._moves = pairs_of_octets(2 * len(moves))
            self._moves[: len(moves)] = moves

    def line(self) -> Iterator[int]:
        """The moves that led to the position where the search stands."""
        for depth in range(1, self._counters[DEPTH] + 1):
            yield self._frames[depth * FRAME + MOVE]


@compiled
def _search(
    rules: Numbers,
    keys: Numbers,
    kinds: Numbers,
    position: Numbers,
    table: Numbers,
    moves: Numbers,
    frames: Numbers,
    counters: Numbers,
    limit: int,
) -> int:
    frame = counters[DEPTH] * FRAME
    states = counters[STATES]
    status = PAUSED
    while states < limit:
        if frames[frame + NEXT] == frames[frame + END]:
            if frame == 0:
                status = EXHAUSTED
                break
            unmake(rules, position, frames[frame + MOVE], frames[frame + DONE])
            restore_key(position, frames[frame + OLD_KEY], frames[frame + OLD_KEY + 1])
            frame -= FRAME
            continue
        if frame + 2 * FRAME > len(frames) or frames[frame + END] + MOST_MOVES > len(moves):
            status = FULL
            break
        move = moves[frames[frame + NEXT]]
        frames[frame + NEXT] += 1
        first = position[KEY]
        second = position[KEY + 1]
        done = make(rules, keys, position, move)
        if not see(table, kinds, position):
            unmake(rules, position, move, done)
            restore_key(position, first, second)
            continue
        states += 1
        start = frames[frame + END]
        frame += FRAME
        frames[frame + MOVE] = move
        frames[frame + DONE] = done
        frames[frame + OLD_KEY] = first
        frames[frame + OLD_KEY + 1] = second
        if is_won(rules, position):
            status = WON
            break
        frames[frame + NEXT] = start
        frames[frame + END] = moves_after(rules, position, moves, start, move)
    counters[DEPTH] = frame // FRAME
    counters[STATES] = states
    return status
