"""Moves as numbers of 16 bits, source | target << 5 | size << 10: made and taken back."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from games.engine import Move
from games.engine.moves import CELL, FOUNDATION, Pile
from games.solver.compiled import Numbers, compiled, inlined
from games.solver.keys import FACE_DOWN, MASK, STRIDE, add_pair, drop_pair, set_key
from games.solver.position import (
    DOWN,
    FIRST_FOUNDATION,
    FIRST_HAND,
    FIRST_RESERVE,
    FLOOR,
    HEIGHT,
    HOME,
    KEY,
    STOCK,
    set_floors,
)
from games.solver.rulebook import (
    APPLEGATE,
    BASE,
    COLUMNS,
    DEALS,
    LAST_IN_HAND,
    ON_RESERVE,
    REMOVE,
)
from games.solver.suits import put_back, take_out

HAND_DEALT: Final = 16


class Undo(NamedTuple):
    """What takes a move back, besides the move."""

    first: int
    second: int
    """The key before the move."""
    done: int
    """The card that went home, the suits that left, whether a card was turned up; or the deal."""


class Key(NamedTuple):
    """The two numbers that identify a position, see `keys`."""

    first: int
    second: int


UNDO: Final = 3
"""Numbers that hold an `Undo`."""


@compiled
def read_undo(array: Numbers, index: int) -> Undo:
    """Return what is at an index."""
    return Undo(array[index], array[index + 1], array[index + 2])


@compiled
def write_undo(array: Numbers, index: int, undo: Undo) -> None:
    """Write what takes a move back at an index."""
    array[index] = undo.first
    array[index + 1] = undo.second
    array[index + 2] = undo.done


def decode_move(code: int, cells: tuple[Pile, ...] = ()) -> Move:
    """Return the engine's move, in a game with these cells."""
    source, target, size = code & 31, code >> 5 & 31, code >> 10
    if cells and FIRST_RESERVE <= source < FIRST_HAND:
        source = cells[source - FIRST_RESERVE]
    if cells and FIRST_RESERVE <= target < FIRST_HAND:
        target = CELL
    return Move(source, FOUNDATION if target == HOME else target, size)


class Decoded(dict[int, Move]):
    """The engine's moves by number, in a game with these cells; each is decoded once."""

    def __init__(self, cells: tuple[Pile, ...]) -> None:
        super().__init__()
        self._cells = cells

    def __missing__(self, code: int) -> Move:
        move = self[code] = decode_move(code, self._cells)
        return move


@lru_cache(maxsize=8)
def decoded(cells: tuple[Pile, ...]) -> Decoded:
    """Return the table for a game with these cells."""
    return Decoded(cells)


@compiled
def is_won(rules: Numbers, position: Numbers) -> bool:
    """Tell whether the position is won."""
    if rules[APPLEGATE] and not rules[REMOVE]:
        if position[HEIGHT + FIRST_RESERVE] or position[HEIGHT + FIRST_RESERVE + 1]:
            return False
        if position[HEIGHT + FIRST_RESERVE + 2]:
            return False
        for column in range(rules[COLUMNS]):
            height = position[HEIGHT + column]
            if height == 0:
                continue
            king = position[column << 6]
            # No move could turn up a King that lies face down under the rest of its suit.
            if height != 13 or king % 13 != 12 or position[DOWN + column] > 1:
                return False
            for index in range(1, 13):
                if position[column << 6 | index] != king - index:
                    return False
        return True
    home = 0
    for suit in range(4):
        home += position[HEIGHT + FIRST_FOUNDATION + suit]
    return home == 52


# `make` and `unmake` are inlined: passing an `Undo` through calls costs a search 4 to 7 %.
@inlined
def make(rules: Numbers, keys: Numbers, position: Numbers, move: int) -> Undo:
    """Make a legal move; return what takes it back."""
    first = position[KEY]
    second = position[KEY + 1]
    return Undo(first, second, _make(rules, keys, position, move))


@compiled
def _make(rules: Numbers, keys: Numbers, position: Numbers, move: int) -> int:
    """Make a move; return `Undo.done`."""
    source = move & 31
    target = move >> 5 & 31
    size = move >> 10
    if source == STOCK:
        return _deal(rules, keys, position)
    if FIRST_FOUNDATION <= source < FIRST_RESERVE:
        suit = source - FIRST_FOUNDATION
        position[HEIGHT + source] -= 1
        card = suit * 13 + (rules[BASE] + position[HEIGHT + source]) % 13
        _put(keys, position, card, target)
        return 0
    left = position[HEIGHT + source] - size
    start = source << 6 | left
    head = position[start]
    drop_pair(keys, position, head, _place(position, source, left))
    position[HEIGHT + source] = left
    if target == HOME:
        position[HEIGHT + FIRST_FOUNDATION + head // 13] += 1
    else:
        height = position[HEIGHT + target]
        add_pair(keys, position, head, _place(position, target, height))
        for index in range(size):
            position[(target << 6) + height + index] = position[start + index]
        position[HEIGHT + target] = height + size
    turned = turn_up(keys, position, source)
    if target == HOME:
        return turned | head << 1
    if rules[REMOVE] == 0:
        return turned
    return turned | take_out(rules, keys, position, source, target) << 1


@inlined
def unmake(rules: Numbers, position: Numbers, move: int, undo: Undo) -> None:
    """Take back a move."""
    _unmake(rules, position, move, undo.done)
    position[KEY] = undo.first
    position[KEY + 1] = undo.second


@compiled
def _unmake(rules: Numbers, position: Numbers, move: int, done: int) -> None:
    """Take back a move, but for the key."""
    source = move & 31
    target = move >> 5 & 31
    size = move >> 10
    if source == STOCK:
        _take_up(rules, position, done)
        return
    if rules[REMOVE]:
        put_back(position, done >> 1)
    if done & 1:
        position[DOWN + source] += 1
    left = position[HEIGHT + source]
    position[HEIGHT + source] = left + size
    if target == HOME:
        position[source << 6 | left] = done >> 1
        position[HEIGHT + FIRST_FOUNDATION + (done >> 1) // 13] -= 1
        return
    height = position[HEIGHT + target] - size
    position[HEIGHT + target] = height
    if FIRST_FOUNDATION <= source < FIRST_RESERVE:
        return
    for index in range(size):
        position[(source << 6) + left + index] = position[(target << 6) + height + index]


@inlined
def key_after(rules: Numbers, keys: Numbers, position: Numbers, move: int) -> Key:
    """Return the key of the position that a move leads to."""
    if rules[APPLEGATE] or move & 31 == STOCK:
        undo = make(rules, keys, position, move)
        key = Key(position[KEY], position[KEY + 1])
        unmake(rules, position, move, undo)
        return key
    return _key_after(rules, keys, position, move)


@compiled
def _key_after(rules: Numbers, keys: Numbers, position: Numbers, move: int) -> Key:
    """Return the key after a move that takes out no suit and is no deal, without making it."""
    source = move & 31
    target = move >> 5 & 31
    left = position[HEIGHT + source] - (move >> 10)
    head = position[source << 6 | left]
    first = position[KEY]
    second = position[KEY + 1]
    if FIRST_FOUNDATION <= source < FIRST_RESERVE:
        head = (source - FIRST_FOUNDATION) * 13 + (rules[BASE] + left) % 13
    else:
        cell = (head * STRIDE + _place(position, source, left)) * 2
        first -= keys[cell]
        second -= keys[cell + 1]
        if left and position[DOWN + source] == left:
            cell = (position[source << 6 | (left - 1)] * STRIDE + FACE_DOWN) * 2
            first -= keys[cell]
            second -= keys[cell + 1]
    if target != HOME:
        cell = (head * STRIDE + _place(position, target, position[HEIGHT + target])) * 2
        first += keys[cell]
        second += keys[cell + 1]
    return Key(first & MASK, second & MASK)


@compiled
def _place(position: Numbers, pile: int, index: int) -> int:
    """Return what a card at this height of a pile lies on."""
    if index:
        return position[pile << 6 | (index - 1)]
    return position[FLOOR + pile]


@compiled
def _put(keys: Numbers, position: Numbers, card: int, pile: int) -> None:
    """Put a single card on a pile."""
    height = position[HEIGHT + pile]
    add_pair(keys, position, card, _place(position, pile, height))
    position[pile << 6 | height] = card
    position[HEIGHT + pile] = height + 1


@compiled
def turn_up(keys: Numbers, position: Numbers, pile: int) -> int:
    """Turn up the exposed card of a pile; return 1 if it was face down."""
    height = position[HEIGHT + pile]
    if height and position[DOWN + pile] == height:
        position[DOWN + pile] = height - 1
        drop_pair(keys, position, position[pile << 6 | (height - 1)], FACE_DOWN)
        return 1
    return 0


@compiled
def _deal(rules: Numbers, keys: Numbers, position: Numbers) -> int:
    """Deal from the stock; return how many cards, and whether the last two went to the hand."""
    first = FIRST_RESERVE if rules[DEALS] == ON_RESERVE else 0
    stock = position[HEIGHT + STOCK]
    done = min(stock, 7)
    for offset in range(done):
        pile = first + offset
        height = position[HEIGHT + pile]
        position[pile << 6 | height] = position[STOCK << 6 | (stock - 1 - offset)]
        position[HEIGHT + pile] = height + 1
    stock -= done
    if rules[LAST_IN_HAND] and stock == 2:
        for offset in range(2):
            pile = FIRST_HAND + offset
            position[pile << 6] = position[STOCK << 6 | (1 - offset)]
            position[HEIGHT + pile] = 1
        stock = 0
        done |= HAND_DEALT
    position[HEIGHT + STOCK] = stock
    set_floors(rules, position)
    set_key(keys, position)
    return done


@compiled
def _take_up(rules: Numbers, position: Numbers, done: int) -> None:
    """Take back a deal; the cards of the stock still lie where they lay."""
    first = FIRST_RESERVE if rules[DEALS] == ON_RESERVE else 0
    if done & HAND_DEALT:
        position[HEIGHT + FIRST_HAND] = 0
        position[HEIGHT + FIRST_HAND + 1] = 0
        position[HEIGHT + STOCK] += 2
    for offset in range(done & 15):
        position[HEIGHT + first + offset] -= 1
    position[HEIGHT + STOCK] += done & 15
    set_floors(rules, position)
