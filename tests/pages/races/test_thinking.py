"""The chart of thinking times."""

from __future__ import annotations

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
    levels = chart((150_000, "deal"), (151_000, "deal"), length=151_000).levels
    assert [level.label for level in levels] == ["15 s", "1 min", "2 min"]


def test_deals_are_marked_on_the_axis() -> None:
    pins = chart((5_000, "deal"), (10_000, "end"), length=10_000).pins
    assert [(pin.x, pin.kind) for pin in pins] == [("50%", "deal")]
