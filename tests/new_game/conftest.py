"""The toy game, registered in the places that CONTRIBUTING lists and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from games.engine import Board, Deal, Rules, rules
from games.engine.game import Game
from games.pages.deals import characters, lengths, options, presets
from games.pages.howto import examples, lessons, topics, whys
from games.solver import approaches, solve
from tests.new_game import toy as made


def add(monkeypatch: pytest.MonkeyPatch, table: Mapping[str, Any], value: object) -> None:
    """Add the toy's row to a table keyed by game."""
    assert isinstance(table, dict)
    monkeypatch.setitem(table, made.Toy.name, value)


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> type[Game]:
    """Register the toy: its rules, its words and its solver support."""
    add(monkeypatch, rules.REGISTRY, made.Toy)
    add(monkeypatch, characters.CHARACTERS, made.CHARACTER)
    add(monkeypatch, lengths.MINUTES, 5)
    add(monkeypatch, options.OPTIONS, made.OPTIONS)
    add(monkeypatch, presets.PRESETS, made.PRESETS)
    add(monkeypatch, topics.TOPICS, made.TOPICS)
    add(monkeypatch, topics.FIXED, made.FIXED)
    add(monkeypatch, examples.EXAMPLES, {})
    add(monkeypatch, lessons.MOVES, ())
    add(monkeypatch, whys.WHYS, {})
    add(monkeypatch, approaches.APPROACHES, made.APPROACH)
    return made.Toy


@pytest.fixture
def won(toy: type[Game]) -> tuple[bytes, list[str]]:
    """Return a deal's key and moves that win it, short of the automatic foundation moves."""
    for number in range(100):
        key = number.to_bytes(32, "big")
        board = Board(Rules.of(toy.name), Deal.from_key(key))
        moves: list[str] = []
        for move in solve(board).solution:
            if board.finish():
                break
            board.push(move)
            moves.append(str(move))
        if len(moves) > 1 and board.finish():
            return key, moves
    raise AssertionError("every deal of the toy is lost or wins itself")
