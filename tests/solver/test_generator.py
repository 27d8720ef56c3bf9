"""The solver's moves are the engine's: the same ones, with the same effect, exactly undone."""

from __future__ import annotations

import pytest
from hypothesis import given

from games.engine import GAMES, Board, Deal, Move, Rules
from games.engine.freecell import FreeCell
from games.engine.moves import CELL
from games.solver.compiled import Numbers, numbers
from games.solver.generator import MOST_MOVES, legal_moves
from games.solver.keys import random_keys, set_key
from games.solver.moves import decode_move, is_won, key_after, make, unmake
from games.solver.position import DOWN, HEIGHT, KEY, encode
from games.solver.rulebook import EVERYTHING, NOTHING, encode_rules
from tests.engine.strategies import boards

SHARING = [game for game in GAMES if game != "klondike"]
"""The games whose positions and moves these are: Klondike has its own."""
PRESETS = [f"{game}/{preset}" for game, kind in GAMES.items() for preset in kind.presets]
SHARED_PRESETS = [preset for preset in PRESETS if preset.partition("/")[0] in SHARING]


class Mirror:
    """A board of the engine as the solver sees it."""

    def __init__(self, board: Board, *, prune: bool = False, spares_cells: bool = False) -> None:
        pruning = EVERYTHING if prune else NOTHING
        self.rules = encode_rules(board, pruning, spares_cells=spares_cells)
        self.keys = random_keys()
        self.position = encode(board, self.rules)
        set_key(self.keys, self.position)

    def moves(self) -> list[int]:
        found = numbers(MOST_MOVES)
        return [int(found[at]) for at in range(legal_moves(self.rules, self.position, found, 0))]

    def content(self) -> list[int]:
        """Return all that matters of the position: every card, heights, hidden cards, key."""
        return content(self.position)


def content(position: Numbers) -> list[int]:
    cards = [
        position[pile << 6 | index]
        for pile in range(22)
        if not 8 <= pile < 12
        for index in range(position[HEIGHT + pile])
    ]
    return [int(number) for number in [*cards, *position[HEIGHT : DOWN + 8], *position[KEY:]]]


def assert_same_moves(board: Board) -> None:
    mirror = Mirror(board)
    before = mirror.content()
    codes = mirror.moves()
    assert sorted(decode_move(code, board.game.cells) for code in codes) == sorted(
        board.legal_moves
    )
    for code in codes:
        board.push(decode_move(code, board.game.cells))
        key = key_after(mirror.rules, mirror.keys, mirror.position, code)
        undo = make(mirror.rules, mirror.keys, mirror.position, code)
        assert list(key) == list(mirror.position[KEY:])
        assert mirror.content() == Mirror(board).content()
        assert is_won(mirror.rules, mirror.position) == (board.outcome() == "won")
        unmake(mirror.rules, mirror.position, code, undo)
        board.pop()
        assert mirror.content() == before


@given(boards(games=SHARING))
def test_moves_are_those_of_the_engine_under_any_options(board: Board) -> None:
    assert_same_moves(board)


@pytest.mark.parametrize("preset", SHARED_PRESETS)
def test_moves_are_those_of_the_engine_all_along_a_game_of_every_preset(preset: str) -> None:
    for number in range(5):
        board = Board(Rules.parse(preset), Deal.from_key(b"%d" % number))
        for step in range(120):
            assert_same_moves(board)
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[(step * 7 + number) % len(moves)])


@given(boards(games=SHARING))
def test_pruned_moves_are_legal_moves(board: Board) -> None:
    pruned = [decode_move(code, board.game.cells) for code in Mirror(board, prune=True).moves()]
    assert set(pruned) <= set(board.legal_moves)
    assert len(pruned) == len(set(pruned))


@given(boards(games=["freecell"]))
def test_cells_are_spared_only_where_a_card_has_another_place(board: Board) -> None:
    game, mirror = board.game, Mirror(board, spares_cells=True)
    assert isinstance(game, FreeCell)
    packs = game.tables(board.layout.base).packs
    columns = [column for column in board.layout.piles[:8] if column]
    tops = sum(1 << column[-1] for column in columns)

    def has_place(move: Move) -> bool:
        *below, card = board.layout.piles[move.source]
        return bool(packs[card] & (tops | sum(1 << on for on in below[-1:])))

    assert sorted(decode_move(code, game.cells) for code in mirror.moves()) == sorted(
        move
        for move in board.legal_moves
        if move.target != CELL or not game.by_power or not has_place(move)
    )


@given(boards(games=SHARING))
def test_columns_that_are_alike_may_be_exchanged_without_changing_the_key(board: Board) -> None:
    mirror = Mirror(board, prune=True)
    stock = len(board.layout.piles[21]) if board.rules.game == "agnes-sorel" else 0
    piles = board.layout.piles
    piles[stock:7] = piles[stock:7][::-1]
    assert Mirror(board, prune=True).content()[-2:] == mirror.content()[-2:]


@pytest.mark.parametrize("preset", SHARED_PRESETS)
def test_a_long_game_is_taken_back_move_by_move(preset: str) -> None:
    for number in range(5):
        mirror = Mirror(Board(Rules.parse(preset), Deal.from_key(b"%d" % number)))
        made = []
        for step in range(200):
            codes = mirror.moves()
            if not codes:
                break
            code = codes[(step * 5 + number) % len(codes)]
            before = mirror.content()
            made.append((code, make(mirror.rules, mirror.keys, mirror.position, code), before))
        for code, undo, before in reversed(made):
            unmake(mirror.rules, mirror.position, code, undo)
            assert mirror.content() == before
