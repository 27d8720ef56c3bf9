"""The three pictures of each game."""

from __future__ import annotations

import pytest

from games.engine import GAMES
from games.pages.howto.lessons import lessons


@pytest.mark.parametrize("game", sorted(GAMES))
def test_each_game_has_three_moves_that_the_engine_plays(game: str) -> None:
    shown = lessons(f"{game}/standard")
    assert len(shown) == 3
    for lesson in shown:
        assert lesson.before.game == game
        assert lesson.before.piles != lesson.after.piles
