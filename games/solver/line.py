"""Lines that win: made shorter, and checked by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine import Board, Move, Outcome
from games.solver.compiled import Numbers, compiled, numbers, pairs_of_octets
from games.solver.generator import MOST_MOVES, legal_moves
from games.solver.keys import random_keys, set_key
from games.solver.moves import decode_move, make, restore_key, unmake
from games.solver.position import KEY, encode
from games.solver.rulebook import Pruning, encode_rules

INDEX: Final = 2
ENTRY: Final = 3
"""An entry of a table of the line: a key, the first number plus one, and where it was met last."""

LEFT: Final = 0
AFTER: Final = 1
STEP: Final = 2
"""Of each place of a line: how many moves are left to the win, and which place is next."""


def shortened(board: Board, line: Sequence[int]) -> list[int]:
    """The shortest way to the win that meets no positions but those of the line."""
    rules = encode_rules(board, Pruning.ALIKE)
    position = encode(board, rules)
    set_key(random_keys(), position)
    moves, undone = numbers(len(line)), numbers(ENTRY * len(line))
    for index, move in enumerate(line):
        moves[index] = move
    table = numbers(ENTRY << (2 * len(line)).bit_length())
    steps = numbers(STEP * len(line))
    tried = pairs_of_octets(MOST_MOVES)
    _find_ways(rules, random_keys(), position, moves, undone, table, steps, tried)
    length = _walk(rules, random_keys(), position, moves, table, steps, tried)
    return [int(moves[index]) for index in range(length)]


def replayed(board: Board, line: Sequence[int]) -> tuple[Move, ...]:
    """The line as the engine's moves, each found legal by it, up to the win.

    :raises AssertionError: if the engine refuses a move or sees no win: a defect of the solver.
    """
    copy = Board.from_position(board.rules, board.key())
    moves = tuple(map(decode_move, line))
    for move in moves:
        if move not in copy.legal_moves:
            raise AssertionError(f"the solver plays {move} in {copy.key()}")
        copy.push(move)
    if copy.outcome() is not Outcome.WON:
        raise AssertionError(f"the solver takes this for won: {copy.key()}")
    return moves


@compiled
def _find_ways(
    rules: Numbers,
    keys: Numbers,
    position: Numbers,
    line: Numbers,
    undone: Numbers,
    table: Numbers,
    steps: Numbers,
    tried: Numbers,
) -> None:
    """Find the way from each place of the line to its end."""
    length = len(line)
    for index in range(length):
        _meet(table, position, index)
        undone[index * ENTRY] = position[KEY]
        undone[index * ENTRY + 1] = position[KEY + 1]
        undone[index * ENTRY + 2] = make(rules, keys, position, line[index])
    _meet(table, position, length)
    for index in range(length - 1, -1, -1):
        first = undone[index * ENTRY]
        second = undone[index * ENTRY + 1]
        unmake(rules, position, line[index], undone[index * ENTRY + 2])
        restore_key(position, first, second)
        if _last_place(table, position) != index:
            continue
        least = length
        for child in range(legal_moves(rules, position, tried, 0)):
            done = make(rules, keys, position, tried[child])
            place = _last_place(table, position)
            unmake(rules, position, tried[child], done)
            restore_key(position, first, second)
            left = steps[place * STEP + LEFT] if index < place < length else 0
            if place > index and left < least:
                least = left
                steps[index * STEP + AFTER] = place
        steps[index * STEP + LEFT] = least + 1


@compiled
def _walk(
    rules: Numbers,
    keys: Numbers,
    position: Numbers,
    line: Numbers,
    table: Numbers,
    steps: Numbers,
    tried: Numbers,
) -> int:
    """Write the way from the start over the line; returns its length.

    A place may be met with its columns exchanged, so the moves are looked for once more.
    """
    length = 0
    place = _last_place(table, position)
    while place < len(line):
        first = position[KEY]
        second = position[KEY + 1]
        for child in range(legal_moves(rules, position, tried, 0)):
            done = make(rules, keys, position, tried[child])
            if _last_place(table, position) == steps[place * STEP + AFTER]:
                line[length] = tried[child]
                break
            unmake(rules, position, tried[child], done)
            restore_key(position, first, second)
        length += 1
        place = _last_place(table, position)
    return length


@compiled
def _meet(table: Numbers, position: Numbers, index: int) -> None:
    """Note that a position is met at a place of the line."""
    slot = _slot(table, position)
    table[slot] = position[KEY] + 1
    table[slot + 1] = position[KEY + 1]
    table[slot + INDEX] = index


@compiled
def _last_place(table: Numbers, position: Numbers) -> int:
    """Where the line meets a position last, or -1."""
    slot = _slot(table, position)
    return table[slot + INDEX] if table[slot] else -1


@compiled
def _slot(table: Numbers, position: Numbers) -> int:
    """Where a position stands in the table, whose entries are a power of two, or belongs."""
    last = len(table) // ENTRY - 1
    slot = position[KEY] & last
    while table[slot * ENTRY] and (
        table[slot * ENTRY] != position[KEY] + 1 or table[slot * ENTRY + 1] != position[KEY + 1]
    ):
        slot = slot + 1 & last
    return slot * ENTRY
