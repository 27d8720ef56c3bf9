"""The race that plays on the start page is one that the engine has played."""

from __future__ import annotations

import json
import re

import pytest
from django.conf import settings

from games.engine import Board, Deal, Rules, view
from games.pages.races.usual_game import open_game

RECORDING = settings.FRONTEND_DIR / "src" / "home" / "recording.js"
KEY = b"9"
"""Of the deal; tests/fixtures/wins.json has it too."""


def recorded(name: str) -> list[str]:
    """Return the texts that a name in the recording stands for, each put together."""
    source = RECORDING.read_text()
    found = re.findall(rf'{name}\s*[:=]\s*((?:"[^"]*"[\s+]*)+)', source)
    return ["".join(json.loads(part) for part in re.findall(r'"[^"]*"', text)) for text in found]


def test_the_board_is_the_deal() -> None:
    dealt = view(Board(Rules.of("beleaguered-castle"), Deal.from_key(KEY)))["piles"]
    assert open_game() == "beleaguered-castle"
    [piles] = recorded("PILES")
    assert dict(pile.split(" ", 1) for pile in piles.split(",")) == dealt


@pytest.mark.parametrize("run", [0, 1])
def test_each_player_wins(run: int) -> None:
    board = Board(Rules.of("beleaguered-castle"), Deal.from_key(KEY))
    for move in recorded("moves")[run].split():
        board.push(board.find_move(move))
    assert board.progress == 52
