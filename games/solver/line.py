"""Lines that win: made shorter, and checked by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from games.engine import Board, Move, Outcome
from games.solver.compiled import Numbers, compiled, numbers, pairs_of_octets
from games.solver.generator import MOST_MOVES, legal_moves
from games.solver.keys import random_keys, set_key
from games.solver.moves import decode_move, make, restore_key, unmake
from games.solver.position import KEY, encode
from games.solver.rulebook import encode_rules

Key: TypeAlias = tuple[int, int]


def shortened(board: Board, line: Sequence[int]) -> list[int]:
    """The shortest way to the win that meets no positions but those of the line."""
    walk = _Walk(board)
    made = [walk.make(move) for move in line]
    last = {key: index for index, (key, _) in enumerate(made)}
    last[walk.key] = len(line)
    ahead = [0] * (len(line) + 1)
    onward: dict[Key, Key] = {}
    for index in range(len(line) - 1, -1, -1):
        key, done = made[index]
        walk.unmake(line[index], key, done)
        if last[key] == index:
            near = min(
                (after for after in walk.children() if last.get(after, -1) > index),
                key=lambda after: ahead[last[after]],
            )
            ahead[index] = 1 + ahead[last[near]]
            onward[key] = near
    short = []
    while walk.key in onward:
        move = walk.children()[onward[walk.key]]
        walk.make(move)
        short.append(move)
    return short


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


class _Walk:
    """A position that is walked forth and back."""

    def __init__(self, board: Board) -> None:
        self._rules, self._keys = encode_rules(board, forced=False), random_keys()
        self._position = encode(board, self._rules)
        self._moves = pairs_of_octets(MOST_MOVES)
        self._found = numbers(2 * MOST_MOVES)
        set_key(self._keys, self._position)

    @property
    def key(self) -> Key:
        """What identifies the position."""
        return int(self._position[KEY]), int(self._position[KEY + 1])

    def make(self, move: int) -> tuple[Key, int]:
        """Make a move; returns what takes it back."""
        return self.key, make(self._rules, self._keys, self._position, move)

    def unmake(self, move: int, key: Key, done: int) -> None:
        """Take a move back."""
        unmake(self._rules, self._position, move, done)
        restore_key(self._position, *key)

    def children(self) -> dict[Key, int]:
        """The positions after each move, with the move."""
        moves, found = self._moves, self._found
        count = _try_moves(self._rules, self._keys, self._position, moves, found)
        return {
            (int(found[2 * index]), int(found[2 * index + 1])): int(moves[index])
            for index in range(count)
        }


@compiled
def _try_moves(
    rules: Numbers, keys: Numbers, position: Numbers, moves: Numbers, found: Numbers
) -> int:
    """Write the moves and the key after each; returns how many there are."""
    first = position[KEY]
    second = position[KEY + 1]
    end = legal_moves(rules, position, moves, 0)
    for index in range(end):
        done = make(rules, keys, position, moves[index])
        found[2 * index] = position[KEY]
        found[2 * index + 1] = position[KEY + 1]
        unmake(rules, position, moves[index], done)
        restore_key(position, first, second)
    return end
