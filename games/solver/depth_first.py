"""Depth-first search: with exact keys its end without a win is a proof of loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.solver.compiled import Numbers, compiled, numbers, pairs_of_octets
from games.solver.generator import MOST_MOVES, moves_after
from games.solver.keys import set_key
from games.solver.moves import is_won, make, restore_key, unmake
from games.solver.outline import cards_after, cards_in_place, has_outlines, heights_and_deals
from games.solver.outlook import (
    COUNT,
    LOOKING,
    LOST,
    OPEN,
    Nearer,
    Outlook,
    is_full,
    look,
    look_from,
)
from games.solver.packing import DEAL
from games.solver.position import FIRST_FOUNDATION, HEIGHT, KEY
from games.solver.rulebook import OUTLINES, PACKS
from games.solver.status import EXHAUSTED, FULL, PAUSED, WON
from games.solver.visited import copy_entries, see

NEXT: Final = 0
END: Final = 1
MOVE: Final = 2
DONE: Final = 3
OLD_KEY: Final = 4
CARDS: Final = 6
OTHER: Final = 7
DOUBT: Final = 8
FRAME: Final = 9
"""A frame of the stack: the next move to try, their end, the move that led here and its undoing,
the key before it, the outline, and whether there was a move of no return since the last look."""

UNWRITTEN: Final = -1
"""The end of moves that are not written yet."""

AHEAD: Final = 150_000
"""How many outlines from other starts are looked at, and one more for each four positions."""

DEPTH: Final = 0
STATES: Final = 1


class DepthFirst:
    """A depth-first search that can be paused."""

    def __init__(self, rules: Numbers, keys: Numbers, position: Numbers) -> None:
        """A search from a position: sound if the keys are the exact ones."""
        self._rules, self._keys = rules, keys
        self._position = position
        self._outlook = Outlook(rules, position)
        self._nearer = Nearer(rules, position)
        self._table = numbers(1 << 13)
        self._moves = pairs_of_octets(1 << 13)
        self._frames = numbers(FRAME << 10)
        self._counters = numbers(2)
        set_key(self._keys, position)
        see(self._table, position)
        self._frames[MOVE] = DEAL
        self._frames[END] = UNWRITTEN
        self._frames[DOUBT] = not len(self._outlook.start)
        if len(self._outlook.start):
            self._frames[CARDS] = cards_in_place(rules, self._outlook.start, position)
            self._frames[OTHER] = heights_and_deals(self._outlook.start, position)
        self._counters[STATES] = 1

    @property
    def states(self) -> int:
        """How many different positions were visited, and outlines of positions looked at."""
        return int(self._counters[STATES]) + self._outlook.count + self._nearer.count

    def run(self, states: int, most_bytes: int) -> int:
        """Search on until so many states were visited in all; returns a status.

        It is `FULL` if the search may hold no more in memory.
        """
        while True:
            outlook, nearer = self._outlook, self._nearer
            status = _search(
                self._rules,
                self._keys,
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
                nearer.start,
                nearer.table,
                nearer.found,
                nearer.frames,
                nearer.counters,
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
    near_start: Numbers,
    near_outlines: Numbers,
    near_found: Numbers,
    near_ways: Numbers,
    nearer: Numbers,
    limit: int,
) -> int:
    frame = counters[DEPTH] * FRAME
    states = counters[STATES]
    status = PAUSED
    while states + outlook[COUNT] + nearer[COUNT] < limit:
        if frames[frame + END] == UNWRITTEN:
            first = frames[frame + NEXT]
            if first + MOST_MOVES > len(moves):
                status = FULL
                break
            end = moves_after(rules, position, moves, first, frames[frame + MOVE])
            if end - first > 1 and frames[frame + DOUBT]:
                verdict = OPEN
                if nearer[LOOKING] or (
                    nearer[COUNT] < states // 4 + AHEAD and has_outlines(rules, position)
                ):
                    most = limit - states - outlook[COUNT]
                    verdict = look_from(
                        rules,
                        near_start,
                        near_outlines,
                        near_found,
                        near_ways,
                        nearer,
                        position,
                        most,
                    )
                if verdict == 0:
                    break
                if verdict == LOST:
                    end = first
                frames[frame + DOUBT] = 0
            frames[frame + END] = end
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
        old_first = position[KEY]
        old_second = position[KEY + 1]
        done = make(rules, keys, position, move)
        cards = other = 0
        verdict = OPEN
        if len(start):
            cards = cards_after(start, position, frames[frame + CARDS], move)
            other = heights_and_deals(start, position)
            if cards != frames[frame + CARDS] or other != frames[frame + OTHER]:
                most = min(limit - states - nearer[COUNT], len(outlines) // 3)
                verdict = look(rules, start, outlines, found, ways, outlook, cards, other, most)
        if verdict != 0:
            frames[frame + NEXT] += 1
        if verdict != OPEN or not see(table, position):
            unmake(rules, position, move, done)
            restore_key(position, old_first, old_second)
            if verdict == 0:
                if is_full(outlines, outlook):
                    status = FULL
                break
            continue
        states += 1
        following = frames[frame + END]
        doubt = frames[frame + DOUBT]
        frame += FRAME
        frames[frame + NEXT] = following
        frames[frame + END] = UNWRITTEN
        frames[frame + MOVE] = move
        frames[frame + DONE] = done
        frames[frame + OLD_KEY] = old_first
        frames[frame + OLD_KEY + 1] = old_second
        frames[frame + CARDS] = cards
        frames[frame + OTHER] = other
        frames[frame + DOUBT] = doubt or not _may_return(rules, position, move)
        if is_won(rules, position):
            status = WON
            break
    counters[DEPTH] = frame // FRAME
    counters[STATES] = states
    return status


@compiled
def _may_return(rules: Numbers, position: Numbers, move: int) -> bool:
    """Whether the cards that were just moved may, it seems, be moved back: only a guess."""
    source = move & 31
    target = move >> 5 & 31
    if source >= FIRST_FOUNDATION or target >= FIRST_FOUNDATION or not rules[OUTLINES]:
        return False
    height = position[HEIGHT + source]
    if height == 0:
        return True
    head = position[target << 6 | (position[HEIGHT + target] - (move >> 10))]
    return bool(rules[PACKS + head] >> position[source << 6 | (height - 1)] & 1)
