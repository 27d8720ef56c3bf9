"""Depth-first search: with exact keys its end without a win is a proof of loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.solver.compiled import Numbers, compiled, numbers, pairs_of_octets
from games.solver.generator import MOST_MOVES, moves_after
from games.solver.keys import random_keys, set_key
from games.solver.moves import is_won, make, restore_key, unmake
from games.solver.outline import cards_in_place, heights_and_deals
from games.solver.outlook import COUNT, LOST, Outlook, is_full, look
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

UNWRITTEN: Final = -1
"""The end of moves that are not written yet."""

DEPTH: Final = 0
STATES: Final = 1


class DepthFirst:
    """A depth-first search that can be paused."""

    def __init__(self, rules: Numbers, position: Numbers, kinds: Numbers) -> None:
        """A search with exact keys, or with blind ones for these kinds of cards."""
        self._rules, self._keys = rules, random_keys()
        self._kinds = kinds
        self._position = position
        self._outlook = Outlook(rules, position)
        self._table = numbers(1 << 13)
        self._moves = pairs_of_octets(1 << 13)
        self._frames = numbers(FRAME << 10)
        self._counters = numbers(2)
        set_key(self._keys, position)
        see(self._table, kinds, position)
        self._frames[MOVE] = DEAL
        self._frames[END] = UNWRITTEN
        self._counters[STATES] = 1

    @property
    def states(self) -> int:
        """How many different positions were visited, and outlines of positions looked at."""
        return int(self._counters[STATES]) + self._outlook.count

    def run(self, states: int, most_bytes: int) -> int:
        """Search on until so many states were visited in all; returns a status.

        It is `FULL` if the search may hold no more in memory.
        """
        while True:
            outlook = self._outlook
            status = _search(
                self._rules,
                self._keys,
                self._kinds,
                self._position,
                self._table,
                self._moves,
                self._frames,
                self._counters,
                outlook.start,
                outlook.table,
                outlook.found,
                outlook.frames,
                outlook.counters,
                states,
            )
            if status != FULL or not self._grow(most_bytes):
                return status

    def _grow(self, most_bytes: int) -> bool:
        """Double the array that is too short, unless it and the old one would take too much."""
        frames, moves, table = self._frames, self._moves, self._table
        if self._counters[STATES] >= len(table) // 3:
            short = 16 * len(table)
        elif self._outlook.is_full:
            short = 16 * len(self._outlook.table)
        elif (self._counters[DEPTH] + 2) * FRAME > len(frames):
            short = 16 * len(frames)
        else:
            short = 4 * len(moves)
        held = 8 * (len(table) + len(self._outlook.table) + len(frames)) + 2 * len(moves)
        if held + short > most_bytes:
            return False
        if self._counters[STATES] >= len(table) // 3:
            self._table = numbers(2 * len(table))
            copy_entries(table, self._table)
        elif self._outlook.is_full:
            self._outlook.grow()
        elif (self._counters[DEPTH] + 2) * FRAME > len(frames):
            self._frames = numbers(2 * len(frames))
            self._frames[: len(frames)] = frames
        else:
            self._moves = pairs_of_octets(2 * len(moves))
            self._moves[: len(moves)] = moves
        return True

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
    start: Numbers,
    outlines: Numbers,
    found: Numbers,
    ways: Numbers,
    outlook: Numbers,
    limit: int,
) -> int:
    frame = counters[DEPTH] * FRAME
    states = counters[STATES]
    status = PAUSED
    while states + outlook[COUNT] < limit:
        if frames[frame + END] == UNWRITTEN:
            if frames[frame + NEXT] + MOST_MOVES > len(moves):
                status = FULL
                break
            verdict = 0
            if len(start):
                most = min(limit - states, len(outlines) // 3)
                cards = cards_in_place(rules, start, position)
                other = heights_and_deals(start, position)
                verdict = look(rules, start, outlines, found, ways, outlook, cards, other, most)
                if verdict == 0:
                    if is_full(outlines, outlook):
                        status = FULL
                    break
            first = frames[frame + NEXT]
            if verdict == LOST:
                frames[frame + END] = first
            else:
                last = frames[frame + MOVE]
                frames[frame + END] = moves_after(rules, position, moves, first, last)
        if frames[frame + NEXT] == frames[frame + END]:
            if frame == 0:
                status = EXHAUSTED
                break
            unmake(rules, position, frames[frame + MOVE], frames[frame + DONE])
            restore_key(position, frames[frame + OLD_KEY], frames[frame + OLD_KEY + 1])
            frame -= FRAME
            continue
        if states >= len(table) // 3 or frame + 2 * FRAME > len(frames):
            status = FULL
            break
        move = moves[frames[frame + NEXT]]
        frames[frame + NEXT] += 1
        old_first = position[KEY]
        old_second = position[KEY + 1]
        done = make(rules, keys, position, move)
        if not see(table, kinds, position):
            unmake(rules, position, move, done)
            restore_key(position, old_first, old_second)
            continue
        states += 1
        following = frames[frame + END]
        frame += FRAME
        frames[frame + NEXT] = following
        frames[frame + END] = UNWRITTEN
        frames[frame + MOVE] = move
        frames[frame + DONE] = done
        frames[frame + OLD_KEY] = old_first
        frames[frame + OLD_KEY + 1] = old_second
        if is_won(rules, position):
            status = WON
            break
    counters[DEPTH] = frame // FRAME
    counters[STATES] = states
    return status
