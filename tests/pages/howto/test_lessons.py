"""The three pictures of each game under its rules."""

from __future__ import annotations

import pytest

from games.engine import GAMES, Rules
from games.pages.deals.small_board import SmallBoard
from games.pages.howto.lessons import lessons

RULES = [
    str(rules)
    for game, played in sorted(GAMES.items())
    for rules in (
        *(Rules.of(game, preset) for preset in played.presets),
        *(Rules.of(game, "standard", {o.name: v}) for o in played.options for v in o.values),
    )
]


@pytest.mark.parametrize("rules", dict.fromkeys(RULES))
def test_each_game_has_three_moves_that_the_engine_plays(rules: str) -> None:
    shown = lessons(rules)
    assert len(shown) == 3
    for lesson in shown:
        assert lesson.before.game == Rules.parse(rules).game
        assert lesson.before.piles != lesson.after.piles


def waste(board: SmallBoard) -> int:
    """Count the cards on the waste."""
    piles = [pile.split() for pile in board.piles.split(",")]
    return sum(len(cards) for name, *cards in piles if name == "w")


@pytest.mark.parametrize(
    ("preset", "turned", "words"), [("standard", 3, "three cards"), ("draw-one", 1, "one card")]
)
def test_a_lesson_follows_the_race_s_rules(preset: str, turned: int, words: str) -> None:
    _, _, draw = lessons(f"klondike/{preset}")
    assert waste(draw.after) - waste(draw.before) == turned
    assert words in str(draw.text)


def test_without_cells_no_lesson_tells_of_them() -> None:
    assert not [
        lesson.text for lesson in lessons("freecell/standard+cells=0") if "cell" in str(lesson.text)
    ]
