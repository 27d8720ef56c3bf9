"""Whether any way through the outlines leads to a win: a search beside the search."""

from __future__ import annotations

from typing import Final

from games.solver.compiled import Numbers, compiled, numbers
from games.solver.outline import (
    ALL,
    ALL_HOME,
    HEIGHTS,
    cards_in_place,
    has_outlines,
    heights_and_deals,
    outlines_after,
    start_from,
    start_of,
)
from games.solver.rulebook import OUTLINES

LOST: Final = 1
"""No way leads from an outline to a win."""
OPEN: Final = 2
"""Some way does."""

CARDS: Final = 0
OTHER: Final = 1
NEXT: Final = 2
END: Final = 3
FRAME: Final = 4
"""A frame of the stack: the two numbers of an outline, the next one after it to try, their end."""
DEEPEST: Final = 2 * 52 + 8
"""More moves than a way has: each takes a card from its place, one home, or is a deal."""
WIDEST: Final = 2 * (2 * 52 + 32)
"""More numbers than the outlines after one have: for each card in place a unit, and so on."""

LOOKING: Final = 0
"""How deep a look is that is not done yet."""
COUNT: Final = 1
BEGAN: Final = 2
"""How many outlines were looked at when a look from another start began."""

MANY: Final = 10_000
"""How many outlines are looked at from another start before it is left open."""

FACTOR: Final = 0x1F3D_5B79_97B5_D3F1
MASK: Final = (1 << 62) - 1
VERDICT: Final = 52
"""Where the verdict stands in the first number of an entry; 0 while it is looked for."""


class Outlook:
    """What is known of the outlines of a search: every one is looked at once."""

    def __init__(self, rules: Numbers, position: Numbers) -> None:
        used = has_outlines(rules, position)
        self.start = start_of(rules, position) if used else numbers(0)
        self.table = numbers(1 << 10 if used else 0)
        self.found = numbers(DEEPEST * WIDEST if used else 0)
        self.frames = numbers(DEEPEST * FRAME if used else 0)
        self.counters = numbers(3)

    @property
    def count(self) -> int:
        """How many different outlines were looked at."""
        return int(self.counters[COUNT])

    @property
    def is_full(self) -> bool:
        """Whether the table has room for no more."""
        return is_full(self.table, self.counters)

    def grow(self) -> None:
        """Double the table."""
        larger = numbers(2 * len(self.table))
        _copy(self.table, larger)
        self.table = larger


class Nearer:
    """What is known of outlines from other starts, each forgotten when the next is looked at."""

    def __init__(self, rules: Numbers, position: Numbers) -> None:
        used = rules[OUTLINES]
        self.start = start_of(rules, position) if used else numbers(0)
        self.table = numbers(2 << (3 * MANY // 2).bit_length() if used else 0)
        self.found = numbers(DEEPEST * WIDEST if used else 0)
        self.frames = numbers(DEEPEST * FRAME if used else 0)
        self.counters = numbers(3)

    @property
    def count(self) -> int:
        """How many outlines were looked at."""
        return int(self.counters[COUNT])


@compiled
def is_full(table: Numbers, counters: Numbers) -> bool:
    """Whether the table has room for no more outlines: a third of it stays empty."""
    return 0 < len(table) // 3 <= counters[COUNT]


@compiled
def look(
    rules: Numbers,
    start: Numbers,
    table: Numbers,
    found: Numbers,
    frames: Numbers,
    counters: Numbers,
    cards: int,
    other: int,
    limit: int,
) -> int:
    """Whether an outline is `LOST` or `OPEN`; 0 if that takes more than `limit` outlines in all.

    A call that came to the limit is repeated to go on.
    """
    depth = counters[LOOKING]
    verdict = 0
    if depth == 0:
        slot = _slot(table, cards, other)
        if table[slot + 1]:
            return table[slot] >> VERDICT
        if counters[COUNT] >= limit:
            return 0
        depth = _enter(rules, start, table, found, frames, counters, slot, cards, other, 0)
    while depth:
        frame = (depth - 1) * FRAME
        if verdict == OPEN or frames[frame + NEXT] == frames[frame + END]:
            if verdict != OPEN:
                won = frames[frame + OTHER] & HEIGHTS == ALL_HOME
                verdict = OPEN if won else LOST
            slot = _slot(table, frames[frame + CARDS], frames[frame + OTHER])
            table[slot] = frames[frame + CARDS] | verdict << VERDICT
            depth -= 1
            if verdict == LOST and depth:
                verdict = 0
            continue
        cards = found[frames[frame + NEXT]]
        other = found[frames[frame + NEXT] + 1]
        slot = _slot(table, cards, other)
        if table[slot + 1] == 0:
            if counters[COUNT] >= limit:
                break
            depth = _enter(rules, start, table, found, frames, counters, slot, cards, other, depth)
            continue
        frames[frame + NEXT] += 2
        if table[slot] >> VERDICT == OPEN:
            verdict = OPEN
    counters[LOOKING] = depth
    return verdict


@compiled
def look_from(
    rules: Numbers,
    start: Numbers,
    table: Numbers,
    found: Numbers,
    frames: Numbers,
    counters: Numbers,
    position: Numbers,
    limit: int,
) -> int:
    """Whether a position is `LOST` by the outlines that start there; `OPEN` after `MANY`."""
    if counters[LOOKING] == 0:
        start_from(rules, start, position)
        for slot in range(len(table)):
            table[slot] = 0
        counters[BEGAN] = counters[COUNT]
    most = counters[BEGAN] + MANY
    cards = cards_in_place(rules, start, position)
    other = heights_and_deals(start, position)
    verdict = look(rules, start, table, found, frames, counters, cards, other, min(limit, most))
    if verdict == 0 and counters[COUNT] >= most:
        counters[LOOKING] = 0
        return OPEN
    return verdict


@compiled
def _enter(
    rules: Numbers,
    start: Numbers,
    table: Numbers,
    found: Numbers,
    frames: Numbers,
    counters: Numbers,
    slot: int,
    cards: int,
    other: int,
    depth: int,
) -> int:
    """Put a new outline into the table and onto the stack; returns the depth."""
    table[slot] = cards
    table[slot + 1] = other + 1
    counters[COUNT] += 1
    first = frames[depth * FRAME - FRAME + END] if depth else 0
    frames[depth * FRAME + CARDS] = cards
    frames[depth * FRAME + OTHER] = other
    frames[depth * FRAME + NEXT] = first
    frames[depth * FRAME + END] = outlines_after(rules, start, cards, other, found, first)
    return depth + 1


@compiled
def _slot(table: Numbers, cards: int, other: int) -> int:
    """Where an outline stands in the table, whose length is a power of two, or belongs."""
    last = len(table) - 2
    spread = (cards ^ other << 40) * FACTOR & MASK
    slot = (spread ^ spread >> 31) * 2 & last
    while table[slot + 1] and (table[slot] & ALL != cards or table[slot + 1] != other + 1):
        slot = slot + 2 & last
    return slot


@compiled
def _copy(table: Numbers, larger: Numbers) -> None:
    """Put all entries of one table into another."""
    for entry in range(0, len(table), 2):
        if table[entry + 1]:
            slot = _slot(larger, table[entry] & ALL, table[entry + 1] - 1)
            larger[slot] = table[entry]
            larger[slot + 1] = table[entry + 1]
