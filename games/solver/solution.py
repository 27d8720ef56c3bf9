"""Solutions, the lines that win: made shorter, and checked by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.engine import Board, Move
from games.engine.notation import format_position
from games.solver.compiled import Numbers, compiled, inlined, listed, numbers, pairs_of_octets
from games.solver.generator import MOST_MOVES, legal_moves
from games.solver.keys import random_keys, set_key
from games.solver.moves import (
    UNDO,
    Key,
    decoded,
    key_after,
    make,
    read_undo,
    unmake,
    write_undo,
)
from games.solver.position import HOME, KEY, encode
from games.solver.rulebook import RETURNS, Pruning, encode_rules

PLACE: Final = 2
ENTRY: Final = 3
"""An entry of a table of positions: a key, its first number plus one, and where it was met last."""

LEFT: Final = 0
AFTER: Final = 1
STEP: Final = 2
"""For each place of a solution: how many moves are left to the win, and which place is next."""


class Memory(NamedTuple):
    """The arrays with which a solution is made shorter."""

    rules: Numbers
    keys: Numbers
    position: Numbers
    solution: Numbers
    """The moves of the solution, at the end those of the shorter one."""
    undos: Numbers
    """For each move of the solution what takes it back."""
    table: Numbers
    """The positions that the solution reaches."""
    steps: Numbers
    """The shortest way from each place of the solution."""
    moves: Numbers
    """The moves from a position on the way."""

    @classmethod
    def of(cls, board: Board, solution: Sequence[int]) -> Memory:
        """Return the arrays for a solution, at its first position."""
        rules = encode_rules(board, Pruning.ALIKE)
        length = len(solution)
        memory = cls(
            rules,
            random_keys(),
            encode(board, rules),
            solution=numbers(length),
            undos=numbers(UNDO * length),
            table=numbers(ENTRY << (2 * length).bit_length()),
            steps=numbers(STEP * (length + 1)),
            moves=pairs_of_octets(MOST_MOVES),
        )
        for index, move in enumerate(solution):
            memory.solution[index] = move
        return memory


def shortened(board: Board, solution: Sequence[int]) -> list[int]:
    """Return the shortest way to the win that meets only positions of the solution."""
    memory = Memory.of(board, solution)
    return listed(memory.solution[: _shorten(memory)])


def replayed(board: Board, solution: Sequence[int]) -> tuple[Move, ...]:
    """Return a solution as the engine's moves, see `checked`."""
    table = decoded(board.game.cells)
    return checked(board, tuple([table[code] for code in solution]))


def checked(board: Board, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Replay moves on the engine up to the win; return them.

    :raises AssertionError: if the engine refuses a move or sees no win: a defect of the solver.
    """
    game = board.game
    layout = board.layout._replace(piles=board.layout.piles.copy())
    refusal, play = game.refusal, game.play
    for move in moves:
        if refusal(layout, move):
            at = format_position(layout, game.piles)
            raise AssertionError(f"the solver plays {move} in {at}")
        play(layout, move)
    if not game.is_won(layout):
        at = format_position(layout, game.piles)
        raise AssertionError(f"the solver takes this for won: {at}")
    return moves


@compiled
def _shorten(memory: Memory) -> int:
    """Write the shortest way over the solution; return its length."""
    set_key(memory.keys, memory.position)
    _find_ways(memory)
    return _walk(memory)


@inlined
def _find_ways(memory: Memory) -> None:
    """Find the shortest way from each place of the solution to its end."""
    rules, position, solution, undos = memory.rules, memory.position, memory.solution, memory.undos
    for place in range(len(solution)):
        _meet(memory.table, position, place)
        write_undo(undos, place * UNDO, make(rules, memory.keys, position, solution[place]))
    _meet(memory.table, position, len(solution))
    for place in range(len(solution) - 1, -1, -1):
        unmake(rules, position, solution[place], read_undo(undos, place * UNDO))
        if _last_place(memory.table, _key(position)) == place:
            _choose_step(memory, place)


@inlined
def _choose_step(memory: Memory, place: int) -> None:
    """Write which place comes best after one, and how many moves are left."""
    rules, position, table = memory.rules, memory.position, memory.table
    moves, steps = memory.moves, memory.steps
    end = 1
    moves[0] = memory.solution[place]
    # Where a card that went home stays there, no other move leads to a place after it.
    if memory.solution[place] >> 5 & 31 != HOME or rules[RETURNS]:
        end = legal_moves(rules, position, moves, 0)
    least = len(memory.solution)
    for child in range(end):
        after = _last_place(table, key_after(rules, memory.keys, position, moves[child]))
        if after > place and steps[after * STEP + LEFT] < least:
            least = steps[after * STEP + LEFT]
            steps[place * STEP + AFTER] = after
    steps[place * STEP + LEFT] = least + 1


@inlined
def _walk(memory: Memory) -> int:
    """Write that way; return its length.

    After a detour was cut, columns and cells may be swapped, so moves are generated again.
    """
    rules, position, solution = memory.rules, memory.position, memory.solution
    moves, steps = memory.moves, memory.steps
    length = 0
    place = _last_place(memory.table, _key(position))
    is_cut = place > 0
    while place < len(solution):
        after = steps[place * STEP + AFTER]
        is_cut = is_cut or after > place + 1
        move = solution[place]
        for child in range(legal_moves(rules, position, moves, 0) if is_cut else 0):
            key = key_after(rules, memory.keys, position, moves[child])
            if _last_place(memory.table, key) == after:
                move = moves[child]
                break
        make(rules, memory.keys, position, move)
        solution[length] = move
        length += 1
        place = after
    return length


@compiled
def _key(position: Numbers) -> Key:
    return Key(position[KEY], position[KEY + 1])


@compiled
def _meet(table: Numbers, position: Numbers, place: int) -> None:
    """Note that the solution reaches the position at a place."""
    slot = _slot(table, _key(position))
    table[slot] = position[KEY] + 1
    table[slot + 1] = position[KEY + 1]
    table[slot + PLACE] = place


@compiled
def _last_place(table: Numbers, key: Key) -> int:
    """Return where the solution reaches a position last, or -1."""
    slot = _slot(table, key)
    return table[slot + PLACE] if table[slot] else -1


@compiled
def _slot(table: Numbers, key: Key) -> int:
    """Return the slot of a position, or its free one, in a table with a power of two of them."""
    last = len(table) // ENTRY - 1
    slot = key.first & last
    while table[slot * ENTRY] and (
        table[slot * ENTRY] != key.first + 1 or table[slot * ENTRY + 1] != key.second
    ):
        slot = slot + 1 & last
    return slot * ENTRY
