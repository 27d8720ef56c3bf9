"""The search through outlines for any way to a win, beside the search through positions."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.solver.compiled import Numbers, compiled, numbers
from games.solver.outline import (
    ALL,
    ALL_HOME,
    HEIGHTS,
    Outline,
    outline_of,
    read_outline,
    start_from,
    start_of,
    write_outline,
)
from games.solver.successors import successors

LOST: Final = 1
"""No way leads from an outline to a win."""
OPEN: Final = 2
"""Some way does."""

OUTLINE: Final = 0
NEXT: Final = 2
END: Final = 3
FRAME: Final = 4
"""A frame of the stack: an outline, the next one after it to try, their end."""
DEEPEST: Final = 2 * 52 + 8
"""More moves than a way has: each takes a card from its place, one home, or is a deal."""
WIDEST: Final = 2 * (2 * 52 + 32)
"""More numbers than the outlines after one have: for each card in place a unit, and so on."""

LOOKING: Final = 0
"""The depth of an unfinished look."""
COUNT: Final = 1
BEGAN: Final = 2
"""The outlines looked at before the look from another start began."""

MANY: Final = 10_000
"""Outlines to look at from another start before it counts as open."""

FACTOR: Final = 0x1F3D_5B79_97B5_D3F1
MASK: Final = (1 << 62) - 1
VERDICT: Final = 52
"""The bit in the first number of an entry at which the verdict starts; 0 until it is known."""


class Outlook(NamedTuple):
    """What is known of the outlines from one start; empty arrays if nothing can be."""

    start: Numbers
    """The start, as `start_of` writes it."""
    table: Numbers
    """Every outline looked at, with its verdict."""
    found: Numbers
    """The outlines after each one on the stack."""
    frames: Numbers
    """The stack of a look."""
    counters: Numbers

    @classmethod
    def over(cls, rules: Numbers, position: Numbers, outlines: int) -> Outlook:
        """Return an outlook from a position, with room for some outlines; with none if 0."""
        if outlines == 0:
            return cls(numbers(0), numbers(0), numbers(0), numbers(0), numbers(3))
        return cls(
            start_of(rules, position),
            numbers(2 << (3 * outlines // 2).bit_length()),
            numbers(DEEPEST * WIDEST),
            numbers(DEEPEST * FRAME),
            numbers(3),
        )

    @property
    def states(self) -> int:
        """The number of outlines looked at."""
        return int(self.counters[COUNT])

    def grown(self) -> Outlook:
        """Return the same with a table of twice the size."""
        larger = numbers(2 * len(self.table))
        _copy(self.table, larger)
        return self._replace(table=larger)


@compiled
def is_full(outlook: Outlook) -> bool:
    """Tell whether the table has no room for another outline: a third of it stays empty."""
    return 0 < len(outlook.table) // 3 <= outlook.counters[COUNT]


@compiled
def look(rules: Numbers, outlook: Outlook, outline: Outline, limit: int) -> int:
    """Return whether an outline is `LOST` or `OPEN`; 0 at the limit of `limit` outlines in all.

    Repeat a call that reached the limit to continue it.
    """
    table, frames, counters = outlook.table, outlook.frames, outlook.counters
    depth = counters[LOOKING]
    verdict = 0
    if depth == 0:
        slot = _slot(table, outline)
        if table[slot + 1]:
            return table[slot] >> VERDICT
        if counters[COUNT] >= limit:
            return 0
        depth = _enter(rules, outlook, slot, outline, 0)
    while depth:
        frame = (depth - 1) * FRAME
        if verdict == OPEN or frames[frame + NEXT] == frames[frame + END]:
            verdict = _leave(outlook, frame, verdict)
            depth -= 1
            if verdict == LOST and depth:
                verdict = 0
            continue
        outline = read_outline(outlook.found, frames[frame + NEXT])
        slot = _slot(table, outline)
        if table[slot + 1] == 0:
            if counters[COUNT] >= limit:
                break
            depth = _enter(rules, outlook, slot, outline, depth)
            continue
        frames[frame + NEXT] += 2
        if table[slot] >> VERDICT == OPEN:
            verdict = OPEN
    counters[LOOKING] = depth
    return verdict


@compiled
def look_from(rules: Numbers, outlook: Outlook, position: Numbers, limit: int) -> int:
    """Return whether the outlines from a position are `LOST`; `OPEN` after `MANY`."""
    counters = outlook.counters
    if counters[LOOKING] == 0:
        start_from(rules, outlook.start, position)
        for slot in range(len(outlook.table)):
            outlook.table[slot] = 0
        counters[BEGAN] = counters[COUNT]
    most = counters[BEGAN] + MANY
    outline = outline_of(rules, outlook.start, position)
    verdict = look(rules, outlook, outline, min(limit, most))
    if verdict == 0 and counters[COUNT] >= most:
        counters[LOOKING] = 0
        return OPEN
    return verdict


@compiled
def _enter(rules: Numbers, outlook: Outlook, slot: int, outline: Outline, depth: int) -> int:
    """Put a new outline into the table and onto the stack; return the depth."""
    outlook.table[slot] = outline.cards
    outlook.table[slot + 1] = outline.heights + 1
    outlook.counters[COUNT] += 1
    frames = outlook.frames
    frame = depth * FRAME
    first = frames[frame - FRAME + END] if depth else 0
    write_outline(frames, frame + OUTLINE, outline)
    frames[frame + NEXT] = first
    frames[frame + END] = successors(rules, outlook.start, outline, outlook.found, first)
    return depth + 1


@compiled
def _leave(outlook: Outlook, frame: int, verdict: int) -> int:
    """Write the verdict on the outline of a frame into the table; return it."""
    outline = read_outline(outlook.frames, frame + OUTLINE)
    if verdict != OPEN:
        verdict = OPEN if outline.heights & HEIGHTS == ALL_HOME else LOST
    outlook.table[_slot(outlook.table, outline)] = outline.cards | verdict << VERDICT
    return verdict


@compiled
def _slot(table: Numbers, outline: Outline) -> int:
    """Return the slot of an outline, or its free one, in a table a power of two long."""
    cards, heights = outline
    last = len(table) - 2
    spread = (cards ^ heights << 40) * FACTOR & MASK
    slot = (spread ^ spread >> 31) * 2 & last
    while table[slot + 1] and (table[slot] & ALL != cards or table[slot + 1] != heights + 1):
        slot = slot + 2 & last
    return slot


@compiled
def _copy(table: Numbers, larger: Numbers) -> None:
    """Put all entries of one table into another."""
    for entry in range(0, len(table), 2):
        if table[entry + 1]:
            slot = _slot(larger, Outline(table[entry] & ALL, table[entry + 1] - 1))
            larger[slot] = table[entry]
            larger[slot + 1] = table[entry + 1]
