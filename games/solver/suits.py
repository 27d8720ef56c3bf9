"""Applegate: complete suits leave their column, and return when a move is taken back.

A suit that left takes 13 bits, the first one highest: 1, whether its leaving turned up a card, the
column (3 bits), the height at which the King lay (6 bits) and the suit (2 bits).
"""

from __future__ import annotations

from games.solver.compiled import Numbers, compiled
from games.solver.keys import FACE_DOWN, add_pair, drop_pair
from games.solver.position import DOWN, FIRST_FOUNDATION, FLOOR, HEIGHT
from games.solver.rulebook import REMOVE, REMOVE_EXPOSED


@compiled
def take_out(rules: Numbers, keys: Numbers, position: Numbers, source: int, target: int) -> int:
    """Take every complete suit out of the columns of a move; return what left."""
    taken = 0
    for step in range(2):
        column = source if step else target
        while column < FIRST_FOUNDATION:
            index = _king(rules, position, column)
            if index < 0:
                break
            taken = taken << 13 | _remove(keys, position, column, index)
    return taken


@compiled
def _king(rules: Numbers, position: Numbers, column: int) -> int:
    """Return the height of the King whose complete suit must leave the column, or -1."""
    index = position[HEIGHT + column] - 13
    while index >= position[DOWN + column]:
        king = position[column << 6 | index]
        if king % 13 == 12:
            length = 1
            while length < 13 and position[column << 6 | (index + length)] == king - length:
                length += 1
            if length == 13:
                return index
        if rules[REMOVE] == REMOVE_EXPOSED:
            break
        index -= 1
    return -1


@compiled
def _remove(keys: Numbers, position: Numbers, column: int, index: int) -> int:
    """Take out the suit whose King lies at `index`; return how to put it back."""
    start = column << 6 | index
    king = position[start]
    below = position[start - 1] if index else position[FLOOR + column]
    drop_pair(keys, position, king, below)
    for depth in range(12):
        drop_pair(keys, position, king - depth - 1, king - depth)
    height = position[HEIGHT + column] - 13
    if height > index:
        drop_pair(keys, position, position[start + 13], king - 12)
        add_pair(keys, position, position[start + 13], below)
    for offset in range(height - index):
        position[start + offset] = position[start + 13 + offset]
    position[HEIGHT + column] = height
    position[HEIGHT + FIRST_FOUNDATION + king // 13] = 13
    turned = 0
    if height and position[DOWN + column] == height:
        position[DOWN + column] = height - 1
        drop_pair(keys, position, position[column << 6 | (height - 1)], FACE_DOWN)
        turned = 1
    return 1 << 12 | turned << 11 | column << 8 | index << 2 | king // 13


@compiled
def put_back(position: Numbers, taken: int) -> None:
    """Put back the suits that a move took out, the last one first."""
    while taken:
        suit = taken & 3
        index = taken >> 2 & 63
        column = taken >> 8 & 7
        position[DOWN + column] += taken >> 11 & 1
        start = column << 6 | index
        height = position[HEIGHT + column]
        for offset in range(height - index - 1, -1, -1):
            position[start + 13 + offset] = position[start + offset]
        for depth in range(13):
            position[start + depth] = suit * 13 + 12 - depth
        position[HEIGHT + column] = height + 13
        position[HEIGHT + FIRST_FOUNDATION + suit] = 0
        taken >>= 13
