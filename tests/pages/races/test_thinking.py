"""The chart of thinking times."""

from __future__ import annotations

import json

from games.engine import Action
from games.pages.races.replay.thinking import ThinkingChart, thinking_chart
from games.racing import Thinking


def chart(*actions: tuple[int, str], length: int) -> ThinkingChart:
    """Return the chart of a run with these actions, given as milliseconds and text."""
    timed = tuple(Action(ms, text) for ms, text in actions)
    return thinking_chart(timed, Thinking.of(timed), length)


def test_a_thought_is_as_wide_as_it_was_long() -> None:
    blocks = chart((5_000, "deal"), (6_250, "deal"), length=12_500).blocks
    assert [(block.x, block.width) for block in blocks] == [("0%", "40%"), ("40%", "10%")]


def test_four_times_the_thought_is_twice_as_high() -> None:
    blocks = chart((20_000, "deal"), (25_000, "deal"), length=25_000).blocks
    assert [(block.y, block.height) for block in blocks] == [("0%", "100%"), ("50%", "50%")]


def test_the_labels_of_the_scale_are_short() -> None:
    levels = chart((150_000, "deal"), (250_000, "deal"), length=250_000).levels
    assert [level.label for level in levels] == ["15 s", "1 min", "2 min"]


def test_deals_are_marked_on_the_axis() -> None:
    pins = chart((5_000, "deal"), (10_000, "end"), length=10_000).pins
    assert [(pin.x, pin.kind) for pin in pins] == [("50%", "deal")]


def test_one_long_pause_leaves_the_other_thoughts_their_room() -> None:
    moves = [(2_000 * number, "deal") for number in range(1, 11)]
    drawn = chart(*moves, (620_000, "deal"), (622_000, "deal"), length=622_000)
    *others, pause, last = drawn.blocks
    assert (pause.cut, pause.height, drawn.cut) == (True, "100%", "5 s")
    assert not any(block.cut for block in (*others, last))
    # Eleven moves of two seconds, and a pause that is shown as five.
    assert {block.width for block in (*others, last)} == {"7.407%"}
    assert pause.width == "18.519%"
    assert json.loads(drawn.steps) == [[0, 0], [20_000, 0.74074], [620_000, 0.92593], [622_000, 1]]


def test_thoughts_that_are_alike_are_shown_whole() -> None:
    drawn = chart((30_000, "deal"), (80_000, "deal"), (82_000, "deal"), length=82_000)
    assert drawn.cut == ""
    assert json.loads(drawn.steps) == [[0, 0], [82_000, 1]]


def test_a_long_wait_for_the_end_of_the_race_is_cut_off_too() -> None:
    drawn = chart((5_000, "deal"), (10_000, "end"), length=610_000)
    assert [block.width for block in drawn.blocks] == ["33.333%", "33.333%"]
    assert drawn.cut == ""
