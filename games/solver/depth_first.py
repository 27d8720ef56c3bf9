"""Depth-first search: with exact keys its end without a win is a proof of loss."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.solver.compiled import Numbers, compiled, inlined, numbers, pairs_of_octets
from games.solver.generator import MOST_MOVES, moves_after
from games.solver.keys import set_key
from games.solver.moves import Undo, is_won, make, read_undo, unmake, write_undo
from games.solver.outline import (
    Outline,
    has_outlines,
    outline_after,
    outline_of,
    read_outline,
    write_outline,
)
from games.solver.outlook import (
    COUNT,
    LOOKING,
    LOST,
    MANY,
    OPEN,
    Outlook,
    is_full,
    look,
    look_from,
)
from games.solver.packing import DEAL
from games.solver.position import FIRST_FOUNDATION, HEIGHT
from games.solver.rulebook import OUTLINES, PACKS
from games.solver.status import EXHAUSTED, FULL, GOING, PAUSED, WON
from games.solver.visited import copy_entries, see

NEXT: Final = 0
END: Final = 1
MOVE: Final = 2
UNDO: Final = 3
OUTLINE: Final = 6
DOUBT: Final = 8
FRAME: Final = 9
"""A frame of the stack: the next move to try, the end of the moves, the move that led here, what
takes it back, the outline, and whether an irreversible move came since the last look."""

UNWRITTEN: Final = -1
"""The end of the moves before they are written."""

AHEAD: Final = 150_000
"""Outlines to look at from other starts, besides one for every four positions visited."""

ROOM: Final = 300
"""Room for outlines from the start of the search, before the table first grows."""

DEPTH: Final = 0
STATES: Final = 1


class Memory(NamedTuple):
    """The arrays of a depth-first search."""

    rules: Numbers
    keys: Numbers
    position: Numbers
    visited: Numbers
    """The keys of the positions visited."""
    moves: Numbers
    """The moves from each position on the stack."""
    frames: Numbers
    """The stack."""
    counters: Numbers
    outlook: Outlook
    """Outlines from the start of the search, all remembered."""
    near_outlook: Outlook
    """Outlines from the position of the last look, forgotten at the next."""


class DepthFirst:
    """A depth-first search that can be paused."""

    is_sound = True

    def __init__(self, rules: Numbers, keys: Numbers, position: Numbers) -> None:
        """Start at a position; with exact keys the search is sound."""
        outlines = ROOM if has_outlines(rules, position) else 0
        near_outlines = MANY if rules[OUTLINES] else 0
        self._memory = memory = Memory(
            rules,
            keys,
            position,
            visited=numbers(1 << 13),
            moves=pairs_of_octets(1 << 13),
            frames=numbers(FRAME << 10),
            counters=numbers(2),
            outlook=Outlook.over(rules, position, outlines),
            near_outlook=Outlook.over(rules, position, near_outlines),
        )
        set_key(keys, position)
        see(memory.visited, position)
        memory.frames[MOVE] = DEAL
        memory.frames[END] = UNWRITTEN
        memory.frames[DOUBT] = not outlines
        if outlines:
            outline = outline_of(rules, memory.outlook.start, position)
            write_outline(memory.frames, OUTLINE, outline)
        memory.counters[STATES] = 1

    @property
    def states(self) -> int:
        """The number of different positions visited, plus the outlines looked at."""
        memory = self._memory
        return int(memory.counters[STATES]) + memory.outlook.states + memory.near_outlook.states

    def run(self, states: int, most_bytes: int) -> int:
        """Search on until `states` positions were visited in all; return a status.

        It is `FULL` if the arrays would have to grow beyond `most_bytes`.
        """
        while True:
            status = _search(self._memory, states)
            if status != FULL or not self._grow(most_bytes):
                return status

    def _grow(self, most_bytes: int) -> bool:
        """Double the array that is full; return whether it and the old one fit into memory."""
        memory = self._memory
        visited, moves, frames = memory.visited, memory.moves, memory.frames
        held = 8 * (len(visited) + len(memory.outlook.table) + len(frames)) + 2 * len(moves)
        if memory.counters[STATES] >= len(visited) // 3:
            if fits := held + 16 * len(visited) <= most_bytes:
                self._memory = memory._replace(visited=numbers(2 * len(visited)))
                copy_entries(visited, self._memory.visited)
        elif is_full(memory.outlook):
            if fits := held + 16 * len(memory.outlook.table) <= most_bytes:
                self._memory = memory._replace(outlook=memory.outlook.grown())
        elif (memory.counters[DEPTH] + 2) * FRAME > len(frames):
            if fits := held + 16 * len(frames) <= most_bytes:
                self._memory = memory._replace(frames=numbers(2 * len(frames)))
                self._memory.frames[: len(frames)] = frames
        elif fits := held + 4 * len(moves) <= most_bytes:
            self._memory = memory._replace(moves=pairs_of_octets(2 * len(moves)))
            self._memory.moves[: len(moves)] = moves
        return fits

    def path(self) -> list[int]:
        """Return the moves from the start to the position where the search stands."""
        frames, counters = self._memory.frames, self._memory.counters
        return [frames[depth * FRAME + MOVE] for depth in range(1, counters[DEPTH] + 1)]


@compiled
def _search(memory: Memory, limit: int) -> int:
    """Search on until `limit` states were visited; return a status."""
    frames, counters = memory.frames, memory.counters
    outlook, near_outlook = memory.outlook, memory.near_outlook
    status = GOING
    while status == GOING:
        if counters[STATES] + outlook.counters[COUNT] + near_outlook.counters[COUNT] >= limit:
            return PAUSED
        frame = counters[DEPTH] * FRAME
        if frames[frame + END] == UNWRITTEN:
            status = _expand(memory, frame, limit)
        elif frames[frame + NEXT] < frames[frame + END]:
            status = _advance(memory, frame, limit)
        elif frame:
            _retreat(memory, frame)
        else:
            status = EXHAUSTED
    return status


@inlined
def _expand(memory: Memory, frame: int, limit: int) -> int:
    """Write the moves from the position, none if its outlines prove it lost; return a status."""
    frames, moves = memory.frames, memory.moves
    first = frames[frame + NEXT]
    if first + MOST_MOVES > len(moves):
        return FULL
    end = moves_after(memory.rules, memory.position, moves, first, frames[frame + MOVE])
    if end - first > 1 and frames[frame + DOUBT]:
        verdict = _look_ahead(memory, limit)
        if verdict == 0:
            return PAUSED
        if verdict == LOST:
            end = first
        frames[frame + DOUBT] = 0
    frames[frame + END] = end
    return GOING


@inlined
def _look_ahead(memory: Memory, limit: int) -> int:
    """Return whether the outlines from the position are `LOST` or `OPEN`; 0 at the limit."""
    near_outlook, states = memory.near_outlook, memory.counters[STATES]
    if near_outlook.counters[LOOKING] == 0:
        if near_outlook.counters[COUNT] >= states // 4 + AHEAD:
            return OPEN
        if not has_outlines(memory.rules, memory.position):
            return OPEN
    most = limit - states - memory.outlook.counters[COUNT]
    return look_from(memory.rules, near_outlook, memory.position, most)


@inlined
def _advance(memory: Memory, frame: int, limit: int) -> int:
    """Try the next move, and stay where it leads if that is new and not lost; return a status."""
    rules, keys, position = memory.rules, memory.keys, memory.position
    frames, counters, outlook = memory.frames, memory.counters, memory.outlook
    if counters[STATES] >= len(memory.visited) // 3 or frame + 2 * FRAME > len(frames):
        return FULL
    move = memory.moves[frames[frame + NEXT]]
    undo = make(rules, keys, position, move)
    outline = before = read_outline(frames, frame + OUTLINE)
    verdict = OPEN
    if len(outlook.start):
        outline = outline_after(outlook.start, position, before, move)
        if outline != before:
            most = limit - counters[STATES] - memory.near_outlook.counters[COUNT]
            verdict = look(rules, outlook, outline, min(most, len(outlook.table) // 3))
    if verdict == OPEN and see(memory.visited, position):
        doubt = frames[frame + DOUBT] or not _may_return(rules, position, move)
        frames[frame + NEXT] += 1
        counters[DEPTH] += 1
        counters[STATES] += 1
        _push(frames, frame + FRAME, move, undo, outline, doubt)
        return WON if is_won(rules, position) else GOING
    unmake(rules, position, move, undo)
    if verdict == 0:
        return FULL if is_full(outlook) else PAUSED
    frames[frame + NEXT] += 1
    return GOING


@inlined
def _push(frames: Numbers, frame: int, move: int, undo: Undo, outline: Outline, doubt: int) -> None:
    """Write a frame whose moves come after those of the one below."""
    frames[frame + NEXT] = frames[frame - FRAME + END]
    frames[frame + END] = UNWRITTEN
    frames[frame + MOVE] = move
    write_undo(frames, frame + UNDO, undo)
    write_outline(frames, frame + OUTLINE, outline)
    frames[frame + DOUBT] = doubt


@inlined
def _retreat(memory: Memory, frame: int) -> None:
    """Take back the move that led here."""
    frames = memory.frames
    undo = read_undo(frames, frame + UNDO)
    unmake(memory.rules, memory.position, frames[frame + MOVE], undo)
    memory.counters[DEPTH] -= 1


@compiled
def _may_return(rules: Numbers, position: Numbers, move: int) -> bool:
    """Guess whether the cards just moved can be moved back."""
    source = move & 31
    target = move >> 5 & 31
    if source >= FIRST_FOUNDATION or target >= FIRST_FOUNDATION or not rules[OUTLINES]:
        return False
    height = position[HEIGHT + source]
    if height == 0:
        return True
    head = position[target << 6 | (position[HEIGHT + target] - (move >> 10))]
    return bool(rules[PACKS + head] >> position[source << 6 | (height - 1)] & 1)
