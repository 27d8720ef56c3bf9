"""The races that play on the start page are ones that the engine has played."""

from __future__ import annotations

import json

import pytest

from games.engine import GAMES
from tests.recordings import FOLDER, recordings


def test_every_game_has_a_recording() -> None:
    assert {game for game, _text in recordings()} == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_the_recording_is_what_the_engine_has_played(game: str) -> None:
    assert (FOLDER / f"{game}.json").read_text() == dict(recordings())[game]


@pytest.mark.parametrize("game", GAMES)
def test_each_player_wins_with_other_moves(game: str) -> None:
    runs = json.loads((FOLDER / f"{game}.json").read_text())["runs"]
    assert [run["steps"][-1][0] for run in runs] == [52, 52]
    assert runs[0]["steps"][:10] != runs[1]["steps"][:10]
