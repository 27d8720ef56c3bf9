"""The solver's moves of Klondike are the engine's, each with the deals before it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Board
from games.engine.moves import DEAL, STOCK, WASTE
from games.solver.compiled import Numbers, numbers, octets
from games.solver.keys import random_keys
from games.solver.klondike import (
    COLUMNS,
    DOWN,
    DRAW,
    FRESH,
    HEIGHT,
    HOME,
    LENGTH,
    MARK,
    PASSES,
    ROOM,
    SIZE,
    TALON,
    encode,
    encode_rules,
    see,
    set_sums,
)
from games.solver.klondike_moves import MOST_MOVES, decode, generate, make
from games.solver.rulebook import EVERYTHING, NOTHING, Pruning
from games.solver.talon import plain_mark, reach
from tests.engine.strategies import boards

KLONDIKE = boards(most_moves=90, games=["klondike"])


def moves_of(board: Board, pruning: Pruning) -> list[int]:
    """Return the search's moves on a board."""
    found = numbers(MOST_MOVES)
    end = generate(encode_rules(board, pruning), encode(board), 0, found, 0)
    return [int(found[at]) for at in range(end)]


class After:
    """Where a move leads to, with its key; without a move, the board itself."""

    def __init__(self, board: Board, *moves: int) -> None:
        rules, keys = encode_rules(board, NOTHING), random_keys()
        positions, sums, table = octets(2 * SIZE), numbers(4), numbers(64)
        positions[:SIZE] = encode(board)
        set_sums(keys, positions, sums)
        for move in moves:
            make(rules, keys, positions, sums, 0, 1, move)
        at = len(moves)
        self.position = positions[at * SIZE : (at + 1) * SIZE]
        see(rules, keys, positions, sums, at, table)
        self.key = tuple(int(number) for number in table if number)


def content(position: Numbers) -> list[int]:
    """Return all that matters of a position."""
    columns = [position[ROOM * n : ROOM * n + position[HEIGHT + n]] for n in range(COLUMNS)]
    talon = position[TALON : TALON + position[LENGTH]]
    parts = (*columns, talon, position[HEIGHT:TALON], position[LENGTH:FRESH])
    return [int(number) for part in parts for number in part]


def essence(board: Board, position: Numbers) -> object:
    """Return what tells a position from others."""
    columns = sorted(
        (position[DOWN + n], *position[ROOM * n : ROOM * n + position[HEIGHT + n]])
        for n in range(COLUMNS)
    )
    mark, talon = int(position[MARK]), position[TALON : TALON + position[LENGTH]]
    if board.game.redeals is None:
        mark = plain_mark(mark, len(talon), encode_rules(board, NOTHING)[DRAW])
    home = position[HOME : HOME + 4]
    return tuple(columns), tuple(talon), mark, tuple(home), int(position[PASSES])


@given(KLONDIKE, st.sampled_from([NOTHING, EVERYTHING]))
def test_every_move_is_legal_and_leads_where_the_engine_says(
    board: Board, pruning: Pruning
) -> None:
    for move in moves_of(board, pruning):
        before, found = board.key(), content(After(board, move).position)
        played = decode([move])
        for each in played:
            board.push(board.find_move(str(each)))
        assert found == content(encode(board))
        for _ in played:
            board.pop()
        assert board.key() == before


@given(KLONDIKE)
def test_without_pruning_no_move_but_a_deal_is_missing(board: Board) -> None:
    found = {decode([move]) for move in moves_of(board, NOTHING)}
    spaces = [column for column in range(7) if not board.layout.piles[column]]
    for move in board.legal_moves:
        # The first empty column stands for all.
        if move != DEAL and move.target not in spaces[1:]:
            assert (move,) in found


@given(KLONDIKE)
def test_every_card_that_deals_can_show_is_reached_by_the_fewest(board: Board) -> None:
    waste, stock = board.layout.piles[WASTE], board.layout.piles[STOCK]
    if not waste + stock:
        return
    length, draw = len(waste + stock), encode_rules(board, NOTHING)[DRAW]
    row = [max(card, ~card) for card in (*waste, *reversed(stock))]
    again = board.game.redeals is None or board.key().startswith("base A; redeals")
    shown: dict[int, int] = {}
    copy = Board.from_position(board.rules, board.key())
    for deals in range(2 * length + 3):
        if copy.layout.piles[WASTE]:
            shown.setdefault(copy.layout.piles[WASTE][-1], deals)
        if DEAL not in copy.legal_moves:
            break
        copy.push(DEAL)
    for index, card in enumerate(row):
        assert reach(index, len(waste), length, draw, again) == shown.get(card, -1)


@pytest.mark.parametrize("draw", [1, 3])
def test_marks_that_count_as_the_same_give_the_same_choice(draw: int) -> None:
    for length in range(1, 25):
        for mark in range(length + 1):
            plain = plain_mark(mark, length, draw)
            reached, same = (
                {index for index in range(length) if reach(index, at, length, draw, True) >= 0}
                for at in (mark, plain)
            )
            assert reached == same
            assert plain <= mark


@given(KLONDIKE)
def test_keys_are_equal_where_positions_are_but_for_the_order_of_columns(board: Board) -> None:
    known: dict[tuple[int, ...], object] = {}
    for moves in ([], *([move] for move in moves_of(board, NOTHING))):
        found = After(board, *moves)
        here = essence(board, found.position)
        assert known.setdefault(found.key, here) == here
    assert len(known) == len(set(known.values()))


@given(KLONDIKE)
def test_a_key_kept_up_to_date_is_that_of_the_board_there(board: Board) -> None:
    for move in moves_of(board, EVERYTHING):
        found = After(board, move)
        for each in (played := decode([move])):
            board.push(each)
        assert found.key == After(board).key
        for _ in played:
            board.pop()
