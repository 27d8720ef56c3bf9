"""The perft files, counted by the engine and the naive rules up to a cap.

`PERFT_NODES=1000000` raises the cap; `python -m tests.engine.perft` counts everything.
"""

from __future__ import annotations

import os
from itertools import takewhile
from pathlib import Path

import pytest

from games.engine import GAMES, Board, Deal, Rules, perft
from tests.engine.naive import game as naive
from tests.engine.perft import FILES, Block, PerftFile, blocks

ENGINE_CAP = int(os.environ.get("PERFT_NODES", "4000"))
NAIVE_CAP = ENGINE_CAP // 10

BLOCKS = list(blocks())

each_block = pytest.mark.parametrize(
    "block", BLOCKS, ids=lambda block: f"{block.rules.partition('/')[0]}:{block.name}"
)


def depth_within(block: Block, cap: int) -> int:
    """Return the greatest depth whose count is within the cap."""
    return len(list(takewhile(lambda nodes: nodes <= cap, block.counts)))


@each_block
def test_the_engine_counts_every_line(block: Block) -> None:
    board = block.board()
    before = board.key()
    depth = depth_within(block, ENGINE_CAP)
    assert perft.perft(board, depth) == block.counts[depth - 1], block.difference(depth)
    assert board.key() == before


@pytest.mark.slow
@each_block
def test_the_naive_rules_confirm_the_count(block: Block) -> None:
    position, rules = block.position()
    depth = depth_within(block, NAIVE_CAP)
    count = naive.perft(position, depth, rules)
    assert count == block.counts[depth - 1], block.difference(depth)


@each_block
def test_both_agree_on_the_outcome_of_the_position(block: Block) -> None:
    outcome = str(block.board().outcome() or "open")
    position, rules = block.position()
    assert outcome == (naive.outcome(position, rules) or "open")
    assert block.outcome in ("", outcome)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_prints_as_it_was_read(path: Path) -> None:
    text = path.read_text(encoding="ascii")
    assert str(PerftFile.parse(text)) == text


def test_every_preset_has_five_deals() -> None:
    presets = {f"{name}/{preset}" for name, game in GAMES.items() for preset in game.presets}
    deals = {rules: {b.deal for b in BLOCKS if b.rules == rules} for rules in presets}
    assert {rules for rules, found in deals.items() if len(found) < 5} == set()


def test_a_difference_names_the_moves_with_different_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    block = Block("example", "beleaguered-castle/standard", "key 1")
    divided = perft.divide(block.board(), 2)
    monkeypatch.setattr(perft, "divide", lambda *_: {**divided, "t1t7": 99, "t9t9": 1})
    assert block.difference(2).splitlines() == [
        "example, depth 2:",
        f"  t1t7: engine 99, naive {divided['t1t7']}",
        "  t9t9: engine 1, naive no such move",
    ]


def test_a_won_game_has_only_the_empty_line() -> None:
    suits = ("".join(f" {rank}{suit}" for rank in "KQJT98765432A") for suit in "CDHS")
    piles = "".join(f"; t{number}{suit}" for number, suit in enumerate(suits, 1))
    won = Board.from_position(Rules.parse("applegate/pysol"), f"base A{piles}")
    assert len(won.legal_moves) > 0
    assert [perft.perft(won, depth) for depth in range(4)] == [1, 0, 0, 0]
    assert perft.divide(won, 1) == {}


def test_each_move_is_a_line_of_one_move() -> None:
    board = Board(Rules.parse("beleaguered-castle"), Deal.from_key(b"1"))
    assert perft.divide(board, 1) == {str(move): 1 for move in board.legal_moves}


def test_an_unknown_line_is_refused() -> None:
    with pytest.raises(ValueError, match="not a line of a perft block: 'perft 2 5'"):
        Block.parse("id x\nrules y\ndeal key 1\nperft 2 5")
